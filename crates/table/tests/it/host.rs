//! A host without sockets, threads or files, which does the work of a host one step at a time.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use parlor_core::Score;
use parlor_core::think::{Line, Report, Thought};
use parlor_games::import;
use parlor_table::log::GameLog;
use parlor_table::store::GamePage;
use parlor_table::wire::{
    ClientMessage, GameChange, GameView, PROTOCOL, Refusal, ServerMessage, StoreFailure, Welcome,
};
use parlor_table::{
    Append, ClientAction, ClientEvent, ConnectionId, Conversation, JobId, LiveTable, OpenError, PlayerId,
    Secrets, Table, TableAction, TableEvent, TerminalAction, ThinkRequest, Timestamp, catalogue,
};
use serde_json::{Value, json};

/// A person at a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guest(usize);

struct Client {
    player: PlayerId,
    conversation: Conversation,
    received: VecDeque<ServerMessage>,
    /// The game as the client knows it.
    view: Option<GameView>,
    /// The number of bytes sent to the client about it, as on the wire.
    n_bytes: usize,
}

impl Client {
    /// Processes a message. A change of a game is merged into the known view, as the page does.
    fn receive(&mut self, message: ServerMessage) {
        self.n_bytes += serde_json::to_string(&message).unwrap().len();
        let message = match message {
            ServerMessage::Game(view) => {
                self.view = Some((*view).clone());
                ServerMessage::Game(view)
            }
            ServerMessage::Changed(change) => {
                // Serialise it, as on the wire.
                let text = serde_json::to_string(&*change).unwrap();
                let change: GameChange = serde_json::from_str(&text).unwrap();
                let view = self.view.as_mut().expect("the whole game was shown before");
                assert_eq!(view.id, change.id);
                assert!(view.apply(change), "no move is missing");
                ServerMessage::Game(Box::new(view.clone()))
            }
            other => other,
        };
        self.received.push_back(message);
    }
}

/// A game in the store.
pub(crate) struct Stored {
    pub(crate) log: GameLog,
    /// The last append.
    pub(crate) last: Append,
}

/// The state of the host.
pub(crate) struct TestHost {
    tables: BTreeMap<String, LiveTable>,
    pub(crate) stored: BTreeMap<String, Stored>,
    /// The reason why nothing can be stored, while the store fails.
    pub(crate) broken: Option<StoreFailure>,
    clients: Vec<Client>,
    /// The search requests, with their tables.
    pub(crate) asked: Vec<(String, ThinkRequest)>,
    pub(crate) cancelled: Vec<JobId>,
    pub(crate) hurried: Vec<JobId>,
    pub(crate) terminal: Vec<TerminalAction>,
    /// Whether the store is slow: saves wait until [`TestHost::store`].
    pub(crate) is_slow: bool,
    waiting: Vec<(String, Append)>,
    secrets: Secrets,
    pub(crate) now: Timestamp,
    pub(crate) room_for_tables: usize,
}

impl TestHost {
    pub(crate) fn new() -> TestHost {
        TestHost {
            tables: BTreeMap::new(),
            stored: BTreeMap::new(),
            broken: None,
            clients: Vec::new(),
            asked: Vec::new(),
            cancelled: Vec::new(),
            hurried: Vec::new(),
            terminal: Vec::new(),
            is_slow: false,
            waiting: Vec::new(),
            secrets: Secrets::from_seed(1),
            now: Timestamp::new(Duration::from_secs(100)),
            room_for_tables: 10,
        }
    }

    /// Connects a new person.
    pub(crate) fn guest(&mut self) -> Guest {
        let player = self.secrets.player();
        self.guest_again(player)
    }

    /// Connects a known person over a new connection.
    pub(crate) fn guest_again(&mut self, player: PlayerId) -> Guest {
        let welcome = Welcome {
            protocol: PROTOCOL,
            version: "test".into(),
            games: catalogue::games(),
            not_saving: None,
            rooms: Vec::new(),
            address: None,
            others: true,
            book: false,
        };
        let secrets = Secrets::from_seed(1000 + self.clients.len() as u64);
        let (conversation, greeting) = Conversation::begin(player.clone(), secrets, welcome);
        self.clients.push(Client {
            player,
            conversation,
            received: VecDeque::new(),
            view: None,
            n_bytes: 0,
        });
        let guest = Guest(self.clients.len() - 1);
        self.do_for_client(guest, vec![greeting]);
        assert!(matches!(self.received(guest), Some(ServerMessage::Welcome(_))));
        guest
    }

    /// Returns the number of bytes sent to a client since the last call.
    pub(crate) fn bytes(&mut self, guest: Guest) -> usize {
        std::mem::take(&mut self.clients[guest.0].n_bytes)
    }

    /// Returns the connection of a person.
    pub(crate) fn connection(guest: Guest) -> ConnectionId {
        ConnectionId(guest.0 as u64)
    }

    pub(crate) fn player(&self, guest: Guest) -> PlayerId {
        self.clients[guest.0].player.clone()
    }

    /// Sends a message of a person, as the page writes it.
    pub(crate) fn say(&mut self, guest: Guest, message: Value) {
        match Conversation::read(&message.to_string()) {
            Ok(message) => self.said(guest, message),
            Err(reason) => self.clients[guest.0]
                .received
                .push_back(ServerMessage::Refused { reason }),
        }
    }

    fn said(&mut self, guest: Guest, message: ClientMessage) {
        let actions = self.clients[guest.0]
            .conversation
            .handle(ClientEvent::Message(message));
        self.do_for_client(guest, actions);
    }

    /// Closes the connection of a person.
    pub(crate) fn disconnect(&mut self, guest: Guest) {
        let actions = self.clients[guest.0].conversation.end();
        self.do_for_client(guest, actions);
    }

    /// Returns the next message to a client.
    pub(crate) fn received(&mut self, guest: Guest) -> Option<ServerMessage> {
        self.clients[guest.0].received.pop_front()
    }

    /// Returns every message to a client.
    pub(crate) fn all_received(&mut self, guest: Guest) -> Vec<ServerMessage> {
        self.clients[guest.0].received.drain(..).collect()
    }

    /// Returns the newest view of the game that a person was shown; drops other messages.
    #[track_caller]
    pub(crate) fn view(&mut self, guest: Guest) -> GameView {
        let views = self.all_received(guest).into_iter().rev();
        let view = views.into_iter().find_map(|message| match message {
            ServerMessage::Game(view) => Some(*view),
            _ => None,
        });
        view.expect("the game was shown")
    }

    /// Returns the game as a person knows it.
    #[track_caller]
    pub(crate) fn view_now(&self, guest: Guest) -> GameView {
        self.clients[guest.0].view.clone().expect("the game was shown")
    }

    /// Simulates a failure of the host to carry out an action: it continues with what is stored.
    pub(crate) fn recover(&mut self, id: &str) {
        let table = Table::from_log(&self.stored[id].log, self.now).expect("the stored game can be read");
        let live = self.tables.get_mut(id).expect("the table is in use");
        for action in live.recover(table, self.now) {
            match action {
                TableAction::Tell { connection, message } => {
                    self.clients[connection.0 as usize].receive(*message);
                }
                other => panic!("{other:?}"),
            }
        }
    }

    /// Returns the reason why a person's request was refused; drops other messages.
    pub(crate) fn refusal(&mut self, guest: Guest) -> Option<Refusal> {
        let received = self.all_received(guest).into_iter();
        received.rev().find_map(|message| match message {
            ServerMessage::Refused { reason } => Some(reason),
            _ => None,
        })
    }

    /// Returns whether a person's request was refused.
    pub(crate) fn was_refused(&mut self, guest: Guest) -> bool {
        self.refusal(guest).is_some()
    }

    /// Completes the pending saves of the slow store.
    pub(crate) fn store(&mut self) {
        for (id, append) in std::mem::take(&mut self.waiting) {
            let outcome = self.append(append);
            self.tell_table(&id, TableEvent::Stored { outcome });
        }
    }

    /// Appends events to a game as a store does: each once, in order, and none while it is broken.
    fn append(&mut self, append: Append) -> Result<(), StoreFailure> {
        if let Some(failure) = &self.broken {
            return Err(failure.clone());
        }
        let id = append.id().to_owned();
        let kept = self.stored.entry(id.clone()).or_insert_with(|| Stored {
            log: GameLog {
                id,
                events: Vec::new(),
                updated: 0,
            },
            last: append.clone(),
        });
        assert!(append.first as usize <= kept.log.events.len() + 1, "no gap");
        let known = kept.log.events.len() + 1 - append.first as usize;
        kept.log.events.extend(append.events.iter().skip(known).cloned());
        kept.last = append;
        Ok(())
    }

    /// Advances the time.
    pub(crate) fn wait(&mut self, time: Duration) {
        let until = self.now + time;
        loop {
            let next = self
                .tables
                .iter()
                .filter_map(|(id, table)| Some((table.wakes_at()?, id.clone())));
            let Some((moment, id)) = next.min().filter(|(moment, _)| *moment <= until) else {
                break;
            };
            self.now = self.now.max(moment);
            self.tell_table(&id, TableEvent::Woken);
        }
        self.now = until;
    }

    /// Answers the last search request with this move and score.
    #[track_caller]
    pub(crate) fn answer(&mut self, text: &str, score: i32) {
        let (id, request) = self.asked.pop().expect("something is thought about");
        let thought = Thought {
            best: text.to_owned(),
            lines: vec![Line {
                is_exact: false,
                confidence: None,
                score: Score(score),
                depth: 3,
                moves: vec![text.to_owned()],
            }],
            ..Thought::default()
        };
        self.tell_table(
            &id,
            TableEvent::Thought {
                job: request.job,
                thought: Some(thought),
            },
        );
    }

    /// Answers the last search request with the first legal move.
    #[track_caller]
    pub(crate) fn answer_anything(&mut self) {
        let (_, request) = self.asked.last().expect("something is thought about");
        let first = request.game.legal_moves().remove(0).text;
        self.answer(&first, 0);
    }

    /// Reports the current results of an analysis.
    pub(crate) fn report(&mut self, job: JobId, depth: u32, rank: usize, line: &str, score: i32) {
        let ids: Vec<String> = self.tables.keys().cloned().collect();
        for id in ids {
            let report = Report {
                depth,
                rank,
                score: Score(score),
                nodes: 1000,
                line: vec![line.to_owned()],
                ..Report::default()
            };
            self.tell_table(&id, TableEvent::Reported { job, report });
        }
    }

    /// Like [`TestHost::report`], with all fields of a report.
    pub(crate) fn tell_report(&mut self, job: JobId, report: &Report<String>) {
        let ids: Vec<String> = self.tables.keys().cloned().collect();
        for id in ids {
            let report = report.clone();
            self.tell_table(&id, TableEvent::Reported { job, report });
        }
    }

    /// Drops a table, so that it must be loaded from the store.
    pub(crate) fn forget(&mut self, id: &str) {
        self.tables.remove(id);
    }

    /// Passes an event to a table and carries out its actions.
    pub(crate) fn tell_table(&mut self, id: &str, event: TableEvent) {
        let mut events = VecDeque::from([event]);
        while let Some(event) = events.pop_front() {
            let now = self.now;
            let Some(table) = self.tables.get_mut(id) else {
                return;
            };
            for action in table.handle(event, now) {
                match action {
                    TableAction::Tell { connection, message } => {
                        self.clients[connection.0 as usize].receive(*message);
                    }
                    TableAction::TellAll { connections, message } => {
                        for connection in connections {
                            self.clients[connection.0 as usize].receive((*message).clone());
                        }
                    }
                    TableAction::Save(saved) if self.is_slow => self.waiting.push((id.to_owned(), *saved)),
                    TableAction::Save(saved) => {
                        let outcome = self.append(*saved);
                        events.push_back(TableEvent::Stored { outcome });
                    }
                    TableAction::Think(request) => self.asked.push((id.to_owned(), *request)),
                    TableAction::Cancel(job) => {
                        self.cancelled.push(job);
                        self.asked.retain(|(_, request)| request.job != job);
                    }
                    TableAction::Hurry(job) => self.hurried.push(job),
                    TableAction::Begin {
                        table,
                        asked_by,
                        follows,
                    } => {
                        let game = self.seat(*table);
                        events.push_back(TableEvent::Begun {
                            asked_by,
                            follows,
                            game,
                        });
                    }
                    TableAction::Terminal(action) => self.terminal.push(action),
                }
            }
        }
    }

    fn seat(&mut self, mut table: Table) -> Option<String> {
        if self.tables.len() >= self.room_for_tables {
            return None;
        }
        let id = table.id().to_owned();
        let append = table.append();
        let last = append.last();
        if self.append(append).is_ok() {
            table.stored(last);
        }
        self.run(table);
        Some(id)
    }

    fn run(&mut self, table: Table) {
        let id = table.id().to_owned();
        let pace = Duration::from_millis(400);
        let live = LiveTable::new(
            table,
            pace,
            Secrets::from_seed(self.tables.len() as u64),
            self.now,
        );
        self.tables.insert(id, live);
    }

    fn do_for_client(&mut self, guest: Guest, actions: Vec<ClientAction>) {
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            if let Some(event) = self.act(guest, action) {
                actions.extend(self.clients[guest.0].conversation.handle(event));
            }
        }
    }

    fn act(&mut self, guest: Guest, action: ClientAction) -> Option<ClientEvent> {
        let connection = ConnectionId(guest.0 as u64);
        match action {
            ClientAction::Tell(message) => self.clients[guest.0].received.push_back(*message),
            ClientAction::Begin { table } => {
                let game = self.seat(*table);
                return Some(ClientEvent::Begun { game });
            }
            ClientAction::Open { game, seat, name } => {
                if !self.tables.contains_key(&game) {
                    let Some(saved) = self.stored.get(&game) else {
                        return Some(ClientEvent::NotOpened(OpenError::Unknown));
                    };
                    let table = Table::from_log(&saved.log, self.now).expect("the stored game can be read");
                    self.run(table);
                }
                let player = self.player(guest);
                let joined = TableEvent::Joined {
                    connection,
                    player,
                    name,
                    seat,
                };
                self.tell_table(&game, joined);
            }
            ClientAction::Leave { game } => self.tell_table(&game, TableEvent::Left { connection }),
            ClientAction::Ask { game, request } => {
                if !self.tables.contains_key(&game) {
                    return Some(ClientEvent::Unreachable);
                }
                self.tell_table(&game, TableEvent::Asked { connection, request });
            }
            ClientAction::Offer { room, .. } => {
                let game = self.clients[guest.0].conversation.open().map(str::to_owned);
                self.tell_table(
                    &game.expect("a game is open"),
                    TableEvent::TerminalOffered { room },
                );
            }
            ClientAction::Delete { game } => {
                self.stored.remove(&game);
                self.tell_table(&game, TableEvent::Deleted);
            }
            ClientAction::JoinRoom { .. } => {}
            ClientAction::List { .. } => {
                let player = self.player(guest);
                let own = self.stored.values().map(|stored| &stored.last);
                let own = own.filter(|saved| saved.people.contains(&player));
                let games = own.map(|saved| saved.summary.clone()).collect();
                let page = GamePage { games, next: None };
                return Some(ClientEvent::Listed { page });
            }
            ClientAction::Import { files, pick } => {
                let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
                let found = import::read_files(&files);
                return Some(ClientEvent::Imported { found, pick });
            }
        }
        None
    }

    /// Starts a game as the page does, and returns its view.
    #[track_caller]
    pub(crate) fn create(&mut self, guest: Guest, game: &str, players: [Value; 2]) -> GameView {
        self.say(
            guest,
            json!({ "type": "create", "setup": { "game": game, "agreements": [], "position": null,
                "players": players, "clock": null, "room": null } }),
        );
        self.view(guest)
    }

    /// Returns two people and a game that both of them play, the first as Black.
    pub(crate) fn pair(&mut self, game: &str) -> (Guest, Guest, String) {
        let (ann, bob) = (self.guest(), self.guest());
        let view = self.create(ann, game, [me(), friend()]);
        let secret = view.seats[1].invitation.clone().expect("an invitation");
        self.say(bob, json!({ "type": "open", "game": view.id, "seat": secret }));
        assert!(self.view(bob).seats[1].yours && !self.view(ann).seats[1].free);
        (ann, bob, view.id)
    }

    pub(crate) fn play(&mut self, guest: Guest, ply: u32, text: &str) {
        self.say(guest, json!({ "type": "play", "ply": ply, "text": text }));
    }
}

pub(crate) fn me() -> Value {
    json!({ "kind": "me" })
}

pub(crate) fn friend() -> Value {
    json!({ "kind": "friend" })
}

pub(crate) fn computer(level: u8) -> Value {
    json!({ "kind": "computer", "level": level.to_string() })
}

/// Returns the number of moves in a view.
pub(crate) fn length(view: &GameView) -> usize {
    view.from as usize + view.plies.len()
}
