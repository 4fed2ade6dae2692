//! What waits for the database.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// Work that goes on when the database has answered. There are few at a time, so each looks whether it can go on whenever
/// anything was answered.
pub(crate) struct Tasks<T> {
    waiting: Vec<Pin<Box<dyn Future<Output = T>>>>,
}

impl<T> Tasks<T> {
    pub(crate) fn new() -> Tasks<T> {
        Tasks { waiting: Vec::new() }
    }

    /// Begins something. It does nothing before the next [`Tasks::go_on`].
    pub(crate) fn begin(&mut self, work: impl Future<Output = T> + 'static) {
        self.waiting.push(Box::pin(work));
    }

    /// Goes on with everything that can; what has come to its end, in the order in which it was begun.
    pub(crate) fn go_on(&mut self) -> Vec<T> {
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
    fn work_ends_when_what_it_waits_for_is_there() {
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
        assert_eq!(tasks.go_on(), [2]);
        gate.set(true);
        assert_eq!(tasks.go_on(), [1]);
        assert!(tasks.go_on().is_empty());
    }
}
