// The lessons, by game.

import { ataxx } from './ataxx';
import type { Step } from './goals';
import { loa } from './loa';
import { othello } from './othello';

export const lessons: Record<string, Step[]> = { othello, ataxx, loa };
