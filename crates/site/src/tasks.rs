//! Tasks that wait for the database.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// Tasks that continue when the database has answered. There are only a few at a time, so all of them are polled
/// after every answer.
pub(crate) struct Tasks<T> {
    waiting: Vec<Pin<Box<dyn Future<Output = T>>>>,
}

impl<T> Tasks<T> {
    pub(crate) fn new() -> Tasks<T> {
        Tasks { waiting: Vec::new() }
    }

    /// Adds a task. It does nothing before the next [`Tasks::advance`].
    pub(crate) fn begin(&mut self, work: impl Future<Output = T> + 'static) {
        self.waiting.push(Box::pin(work));
    }

    /// Polls all tasks. Returns the results of those that are done, in the order in which they were started.
    pub(crate) fn advance(&mut self) -> Vec<T> {
        let mut done = Vec::new();
        let mut cx = Context::from_waker(Waker::noop());
        self.waiting.retain_mut(|work| match work.as_mut().poll(&mut cx) {
            Poll::Ready(outcome) => {
                done.push(outcome);
                false
            }
            Poll::Pending => true,
        });
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    #[test]
    fn a_task_ends_when_its_answer_arrives() {
        let gate = Rc::new(Cell::new(false));
        let mut tasks = Tasks::new();
        let opened = Rc::clone(&gate);
        tasks.begin(std::future::poll_fn(move |_| {
            if opened.get() {
                Poll::Ready(1)
            } else {
                Poll::Pending
            }
        }));
        tasks.begin(std::future::ready(2));
        assert_eq!(tasks.advance(), [2]);
        gate.set(true);
        assert_eq!(tasks.advance(), [1]);
        assert!(tasks.advance().is_empty());
    }
}
