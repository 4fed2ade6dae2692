//! The conversations of pages with the host: what each waits for, and what its actions do.

use std::collections::VecDeque;

use parlor_games::import;
use parlor_table::store::Store;
use parlor_table::wire::{ClientMessage, Player, Refusal, ServerMessage};
use parlor_table::{ClientAction, ClientEvent, ConnectionId, Conversation, PlayerId, TableEvent};

use super::{Done, Host, failed};

/// A page's conversation. Messages wait while one of its requests is being carried out.
pub(super) struct Session {
    pub(super) conversation: Conversation,
    /// The open table.
    pub(super) table: Option<String>,
    pub(super) n_handled: u32,
    pub(super) is_busy: bool,
    pub(super) actions: VecDeque<ClientAction>,
    pub(super) waiting: VecDeque<ClientMessage>,
}

impl Host {
    pub(super) fn open(&mut self, connection: u64, owner: PlayerId) {
        let mut secrets = self.secrets();
        let token = secrets.secret();
        let (conversation, _) = Conversation::begin(owner, secrets, self.welcome());
        let session = Session {
            conversation,
            table: None,
            n_handled: 0,
            is_busy: false,
            actions: VecDeque::new(),
            waiting: VecDeque::new(),
        };
        self.sessions.insert(connection, session);
        let welcome = ServerMessage::Welcome(self.welcome());
        self.tell(connection, &welcome);
        // A worker and its page are disconnected only when either ends, so sessions are never resumed.
        let session = ServerMessage::Session {
            token,
            resumed: false,
            handled: 0,
        };
        self.tell(connection, &session);
    }

    pub(super) fn receive(&mut self, connection: u64, text: &str) {
        let Some(session) = self.sessions.get_mut(&connection) else {
            return;
        };
        match Conversation::read(text) {
            Ok(ClientMessage::Ping { .. }) => {
                let handled = session.n_handled;
                self.tell(connection, &ServerMessage::Pong { handled });
            }
            read => {
                session.n_handled = session.n_handled.wrapping_add(1);
                match read.and_then(check_supported) {
                    Ok(message) => {
                        session.waiting.push_back(message);
                        self.continue_session(connection);
                    }
                    Err(reason) => self.tell(connection, &ServerMessage::Refused { reason }),
                }
            }
        }
    }

    pub(super) fn closed(&mut self, connection: u64) {
        let Some(mut session) = self.sessions.remove(&connection) else {
            return;
        };
        session.conversation.end();
        if let Some(game) = session.table {
            let connection = ConnectionId(connection);
            self.tell_table(&game, TableEvent::Left { connection });
        }
    }

    /// Carries out a conversation's actions and handles its page's messages, until it must wait.
    pub(super) fn continue_session(&mut self, connection: u64) {
        loop {
            let Some(session) = self.sessions.get_mut(&connection) else {
                return;
            };
            if session.is_busy {
                return;
            }
            if let Some(action) = session.actions.pop_front() {
                if let Some(event) = self.act(connection, action) {
                    self.answer(connection, event);
                }
            } else if let Some(message) = session.waiting.pop_front() {
                let actions = session.conversation.handle(ClientEvent::Message(message));
                session.actions.extend(actions);
            } else {
                return;
            }
        }
    }

    /// Passes the result of an action to a conversation.
    pub(super) fn answer(&mut self, connection: u64, event: ClientEvent) {
        if let Some(session) = self.sessions.get_mut(&connection) {
            let actions = session.conversation.handle(event);
            session.actions.extend(actions);
        }
    }

    /// Continues a conversation when the task that it waited for is done.
    pub(super) fn resume(&mut self, connection: u64, event: Option<ClientEvent>) {
        if let Some(session) = self.sessions.get_mut(&connection) {
            session.is_busy = false;
        }
        if let Some(event) = event {
            self.answer(connection, event);
        }
        self.continue_session(connection);
    }

    /// Starts a task for which a conversation waits.
    pub(super) fn wait(&mut self, connection: u64, work: impl Future<Output = Done> + 'static) {
        if let Some(session) = self.sessions.get_mut(&connection) {
            session.is_busy = true;
        }
        self.tasks.begin(work);
    }

    /// Performs an action. Returns its result if that is known at once.
    pub(super) fn act(&mut self, connection: u64, action: ClientAction) -> Option<ClientEvent> {
        let owner = self.owner.clone()?;
        match action {
            ClientAction::Tell(message) => self.tell(connection, &message),
            ClientAction::Begin { table } => {
                let (store, append) = (self.store.clone(), table.append());
                self.wait(connection, async move {
                    let outcome = store.append(append).await;
                    Done::Begun {
                        connection,
                        table,
                        outcome,
                    }
                });
            }
            ClientAction::Open { game, seat, name } => self.watch(connection, game, seat, name),
            ClientAction::Leave { game } => {
                if let Some(session) = self.sessions.get_mut(&connection) {
                    session.table = None;
                }
                let connection = ConnectionId(connection);
                self.tell_table(&game, TableEvent::Left { connection });
            }
            ClientAction::Ask { game, request } => {
                if !self.tables.contains_key(&game) {
                    return Some(ClientEvent::Unreachable);
                }
                let connection = ConnectionId(connection);
                self.tell_table(&game, TableEvent::Asked { connection, request });
            }
            // Cannot happen: requests that lead to these were refused before.
            ClientAction::Offer { .. } | ClientAction::JoinRoom { .. } => {
                return Some(failed(Refusal::NeedsServer));
            }
            ClientAction::List { search, after } => {
                let store = self.store.clone();
                self.tasks.begin(async move {
                    let listed = store.list(&owner, &search, after).await;
                    Done::Listed { connection, listed }
                });
            }
            ClientAction::Delete { game } => {
                let store = self.store.clone();
                self.wait(connection, async move {
                    let outcome = store.delete(&owner, &game).await;
                    Done::Deleted {
                        connection,
                        game,
                        outcome,
                    }
                });
            }
            ClientAction::Import { files, pick } => {
                let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
                let found = import::read_files(&files);
                return Some(ClientEvent::Imported { found, pick });
            }
        }
        None
    }
}

/// Refuses requests that need people on other machines.
fn check_supported(message: ClientMessage) -> Result<ClientMessage, Refusal> {
    let needs_others = match &message {
        ClientMessage::Create { setup } => setup.players.contains(&Player::Friend) || setup.room.is_some(),
        ClientMessage::Switch { player, .. } => *player == Player::Friend,
        ClientMessage::Join { .. } => true,
        _ => false,
    };
    if needs_others {
        return Err(Refusal::NeedsServer);
    }
    Ok(message)
}
