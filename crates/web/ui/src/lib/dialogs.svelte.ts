// The open dialog.

/** `setup` has the game whose set-up is shown, with a position to begin from if there is one. */
export const dialogs: {
  setup: { game: string; position?: string; agreements?: [string, string][] } | null;
  importing: boolean;
  keys: boolean;
  settings: boolean;
} = $state({ setup: null, importing: false, keys: false, settings: false });

export function newGame(game: string, position?: string, agreements?: [string, string][]): void {
  dialogs.setup = { game, position, agreements };
}

/** Closes all dialogs when the view changes. */
export function closeDialogs(): void {
  dialogs.setup = null;
  dialogs.importing = false;
  dialogs.keys = false;
  dialogs.settings = false;
}
