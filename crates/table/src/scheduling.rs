//! Decides which search runs next. It has no threads and no clocks: it takes requests and completions, and returns
//! which search to start and which to preempt.
//!
//! Moves have priority over hints, hints over reviews, and reviews over analyses; a running analysis can be
//! preempted. Among searches of one kind, addresses take turns, and so do people at each address: the one served
//! longest ago is next. So an additional request delays only the person who makes it.

use std::collections::HashMap;
use std::net::IpAddr;

use crate::{PlayerId, Purpose};

/// The number of a search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(
    /// The number itself.
    pub u64,
);

/// An action for the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Start this search.
    Start(Ticket),
    /// Stop this search and [put it back](Queue::put_back).
    Preempt(Ticket),
}

/// The number of people and addresses whose last turn is remembered. A forgotten one counts as new.
const MOST_REMEMBERED: usize = 4096;

#[derive(Clone, Debug)]
struct Search {
    ticket: Ticket,
    purpose: Purpose,
    person: PlayerId,
    address: IpAddr,
}

/// Waiting and running searches.
#[derive(Debug)]
pub struct Queue {
    /// The number of searches that run at once.
    slots: usize,
    waiting: Vec<Search>,
    running: Vec<Search>,
    /// Running searches that were asked to stop.
    leaving: Vec<Ticket>,
    n_tickets: u64,
    n_served: u64,
    people: HashMap<PlayerId, u64>,
    addresses: HashMap<IpAddr, u64>,
}

impl Queue {
    /// Creates a queue in front of this many slots, at least two. One of them is for moves only.
    pub fn new(slots: usize) -> Queue {
        Queue {
            slots: slots.max(2),
            waiting: Vec::new(),
            running: Vec::new(),
            leaving: Vec::new(),
            n_tickets: 0,
            n_served: 0,
            people: HashMap::new(),
            addresses: HashMap::new(),
        }
    }

    /// Adds a search and returns its ticket.
    pub fn add(&mut self, purpose: Purpose, person: PlayerId, address: IpAddr) -> Ticket {
        self.n_tickets += 1;
        let ticket = Ticket(self.n_tickets);
        self.waiting.push(Search {
            ticket,
            purpose,
            person,
            address,
        });
        ticket
    }

    /// Puts a preempted search back into the queue.
    pub fn put_back(&mut self, ticket: Ticket) {
        self.leaving.retain(|leaving| *leaving != ticket);
        if let Some(index) = self.running.iter().position(|search| search.ticket == ticket) {
            let search = self.running.remove(index);
            self.waiting.push(search);
        }
    }

    /// Removes a search that has ended or is no longer wanted.
    pub fn remove(&mut self, ticket: Ticket) {
        self.leaving.retain(|leaving| *leaving != ticket);
        self.waiting.retain(|search| search.ticket != ticket);
        self.running.retain(|search| search.ticket != ticket);
    }

    /// Removes a waiting search that is no longer wanted. A running one keeps its slot until it has ended.
    pub fn remove_waiting(&mut self, ticket: Ticket) {
        self.waiting.retain(|search| search.ticket != ticket);
    }

    /// Handles the end of an analysis's time slice: if others wait for its slot, it is preempted and
    /// continues later.
    pub fn end_of_slice(&mut self, ticket: Ticket) -> Option<Order> {
        let waits = |search: &Search| search.purpose == Purpose::Analysis;
        let may_leave = self.is_running_analysis(ticket) && self.waiting.iter().any(waits);
        may_leave.then(|| {
            self.leaving.push(ticket);
            Order::Preempt(ticket)
        })
    }

    /// Returns the actions that are due now.
    pub fn next_orders(&mut self) -> Vec<Order> {
        let mut orders = Vec::new();
        while let Some(index) = self.next_waiting() {
            let search = self.waiting.remove(index);
            self.n_served += 1;
            remember(&mut self.people, search.person.clone(), self.n_served);
            remember(&mut self.addresses, search.address, self.n_served);
            orders.push(Order::Start(search.ticket));
            self.running.push(search);
        }
        // Any waiting search that is not an analysis may take the slot of one.
        let n_urgent = self
            .waiting
            .iter()
            .filter(|search| search.purpose < Purpose::Analysis)
            .count();
        while self.leaving.len() < n_urgent
            && let Some(ticket) = self.last_analysis()
        {
            self.leaving.push(ticket);
            orders.push(Order::Preempt(ticket));
        }
        orders
    }

    /// Returns the number of waiting and of running searches of a kind.
    pub fn lengths(&self, purpose: Purpose) -> (usize, usize) {
        let count = |searches: &[Search]| searches.iter().filter(|one| one.purpose == purpose).count();
        (count(&self.waiting), count(&self.running))
    }

    fn is_running_analysis(&self, ticket: Ticket) -> bool {
        let is_it = |search: &Search| search.ticket == ticket && search.purpose == Purpose::Analysis;
        self.running.iter().any(is_it) && !self.leaving.contains(&ticket)
    }

    /// Returns the last started analysis that was not asked to stop yet.
    fn last_analysis(&self) -> Option<Ticket> {
        let tickets = self.running.iter().rev().map(|search| search.ticket);
        tickets
            .into_iter()
            .find(|ticket| self.is_running_analysis(*ticket))
    }

    /// Returns the waiting search to start now.
    fn next_waiting(&self) -> Option<usize> {
        if self.running.len() >= self.slots {
            return None;
        }
        // The last slot is reserved for moves, because a player's clock may depend on them.
        let n_advice = self
            .running
            .iter()
            .filter(|search| search.purpose != Purpose::Move)
            .count();
        let moves_only = n_advice + 1 >= self.slots;
        let served = |search: &Search| {
            (
                self.addresses.get(&search.address).copied().unwrap_or(0),
                self.people.get(&search.person).copied().unwrap_or(0),
            )
        };
        let may_start = |search: &Search| !moves_only || search.purpose == Purpose::Move;
        let candidates = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, search)| may_start(search));
        candidates
            .min_by_key(|(_, search)| (search.purpose, served(search), search.ticket))
            .map(|(index, _)| index)
    }
}

fn remember<K: Eq + std::hash::Hash>(served: &mut HashMap<K, u64>, who: K, moment: u64) {
    served.insert(who, moment);
    if served.len() > MOST_REMEMBERED {
        // Those served longest ago are next in any case.
        let oldest = moment.saturating_sub(MOST_REMEMBERED as u64 / 2);
        served.retain(|_, served| *served >= oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secrets;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn people(n: usize) -> Vec<PlayerId> {
        let mut secrets = Secrets::from_seed(1);
        (0..n).map(|_| secrets.player()).collect()
    }

    fn started(orders: &[Order]) -> Vec<Ticket> {
        let start = |order: &Order| match order {
            Order::Start(ticket) => Some(*ticket),
            Order::Preempt(_) => None,
        };
        orders.iter().filter_map(start).collect()
    }

    /// Ends the running searches repeatedly and returns the order in which searches started.
    fn run(queue: &mut Queue) -> Vec<Ticket> {
        let mut order = Vec::new();
        let mut running = started(&queue.next_orders());
        while !running.is_empty() {
            order.extend(&running);
            for ticket in running.drain(..) {
                queue.remove(ticket);
            }
            running = started(&queue.next_orders());
        }
        order
    }

    #[test]
    fn moves_go_before_hints_before_reviews_before_analysis() {
        let mut queue = Queue::new(2);
        let who = people(1).remove(0);
        let mut add = |purpose| queue.add(purpose, who.clone(), address(1));
        let asked = [Purpose::Analysis, Purpose::Review, Purpose::Hint, Purpose::Move].map(&mut add);
        let [analysis, review, hint, mv] = asked;
        assert_eq!(run(&mut queue), [mv, hint, review, analysis]);
    }

    #[test]
    fn fifty_five_hints_of_one_person_delay_another_by_one_hint() {
        let mut queue = Queue::new(2);
        let people = people(2);
        for _ in 0..55 {
            queue.add(Purpose::Hint, people[0].clone(), address(1));
        }
        let first = started(&queue.next_orders());
        let mine = queue.add(Purpose::Hint, people[1].clone(), address(2));
        queue.remove(first[0]);
        assert_eq!(started(&queue.next_orders()), [mine]);
    }

    #[test]
    fn many_people_at_one_address_share_one_turn() {
        let mut queue = Queue::new(2);
        let people = people(61);
        for name in &people[..60] {
            queue.add(Purpose::Hint, name.clone(), address(1));
        }
        let first = started(&queue.next_orders());
        let mine = queue.add(Purpose::Hint, people[60].clone(), address(2));
        queue.remove(first[0]);
        assert_eq!(started(&queue.next_orders()), [mine]);
        queue.remove(mine);
        // They take turns among themselves too.
        let again = queue.add(Purpose::Hint, people[0].clone(), address(1));
        assert_eq!(run(&mut queue).last(), Some(&again));
    }

    #[test]
    fn an_analysis_is_preempted_and_resumes_later() {
        let mut queue = Queue::new(3);
        let people = people(3);
        let one = queue.add(Purpose::Analysis, people[0].clone(), address(1));
        let two = queue.add(Purpose::Analysis, people[1].clone(), address(1));
        assert_eq!(started(&queue.next_orders()), [one, two]);
        let review = queue.add(Purpose::Review, people[2].clone(), address(2));
        assert_eq!(queue.next_orders(), [Order::Preempt(two)]);
        assert_eq!(queue.next_orders(), [], "once is enough");
        queue.put_back(two);
        assert_eq!(started(&queue.next_orders()), [review]);
        queue.remove(review);
        assert_eq!(started(&queue.next_orders()), [two]);
    }

    #[test]
    fn a_move_always_finds_a_slot() {
        let mut queue = Queue::new(3);
        let people = people(2);
        for _ in 0..9 {
            queue.add(Purpose::Hint, people[0].clone(), address(1));
        }
        assert_eq!(started(&queue.next_orders()).len(), 2);
        let mv = queue.add(Purpose::Move, people[1].clone(), address(1));
        assert_eq!(queue.next_orders(), [Order::Start(mv)]);
    }

    #[test]
    fn analyses_take_turns() {
        let mut queue = Queue::new(2);
        let people = people(2);
        let one = queue.add(Purpose::Analysis, people[0].clone(), address(1));
        queue.next_orders();
        assert_eq!(queue.end_of_slice(one), None, "nobody waits");
        let two = queue.add(Purpose::Analysis, people[1].clone(), address(1));
        assert_eq!(queue.next_orders(), [], "they are equals");
        assert_eq!(queue.end_of_slice(one), Some(Order::Preempt(one)));
        assert_eq!(queue.end_of_slice(one), None, "once is enough");
        queue.put_back(one);
        assert_eq!(started(&queue.next_orders()), [two]);
        assert_eq!(queue.lengths(Purpose::Analysis), (1, 1));
    }

    #[test]
    fn a_removed_search_never_starts() {
        let mut queue = Queue::new(2);
        let who = people(1).remove(0);
        let first = queue.add(Purpose::Hint, who.clone(), address(1));
        let second = queue.add(Purpose::Hint, who.clone(), address(1));
        let third = queue.add(Purpose::Hint, who, address(1));
        assert_eq!(started(&queue.next_orders()), [first]);
        queue.remove(second);
        queue.remove(first);
        assert_eq!(started(&queue.next_orders()), [third]);
    }

    #[test]
    fn the_number_of_remembered_turns_is_bounded() {
        let mut queue = Queue::new(2);
        let people = people(MOST_REMEMBERED * 2);
        for name in people {
            let ticket = queue.add(Purpose::Hint, name, address(1));
            queue.next_orders();
            queue.remove(ticket);
        }
        assert!(queue.people.len() <= MOST_REMEMBERED && queue.addresses.len() == 1);
    }
}
