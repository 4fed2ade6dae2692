// The texts of views that are loaded on demand.

import type { Translated } from './catalogue';
import type { puzzles } from './en/puzzles';
import type { report } from './en/report';
import type { study } from './en/study';
import { language, type Language } from './language.svelte';

/** The texts of a step of a lesson. */
export interface LessonWords {
  title: string;
  task: string;
  /** The messages when the goal is reached, and when another move was played. */
  done: string;
  miss?: string;
}

/** The rules of a game for people. */
export interface RulesWords {
  aim: string;
  /** The captions of the pictures, in the order of lessons/figures.ts. */
  captions: string[];
  rules: string[];
  controls: string[];
}

/** The texts for studying games. */
export type StudyWords = Translated<typeof study>;

/** The texts of reports. */
export type ReportWords = Translated<typeof report>;

/** The texts of puzzles. */
export type PuzzleWords = Translated<typeof puzzles>;

/** By game, and within it by the name of the step. */
export type Lessons = Record<string, Record<string, LessonWords>>;
export type Rules = Record<string, RulesWords>;

const lessons: Record<Language, () => Promise<{ lessons: Lessons }>> = {
  en: () => import('./en/lessons'),
  ja: () => import('./ja/lessons'),
};
const rules: Record<Language, () => Promise<{ rules: Rules }>> = {
  en: () => import('./en/rules'),
  ja: () => import('./ja/rules'),
};

const studies: Record<Language, () => Promise<{ study: StudyWords }>> = {
  en: () => import('./en/study'),
  ja: () => import('./ja/study'),
};

const reports: Record<Language, () => Promise<{ report: ReportWords }>> = {
  en: () => import('./en/report'),
  ja: () => import('./ja/report'),
};

const puzzleWords: Record<Language, () => Promise<{ puzzles: PuzzleWords }>> = {
  en: () => import('./en/puzzles'),
  ja: () => import('./ja/puzzles'),
};

export const loadPuzzleWords = (): Promise<PuzzleWords> =>
  puzzleWords[language()]().then((words) => words.puzzles);
export const loadReport = (): Promise<ReportWords> => reports[language()]().then((words) => words.report);
export const loadStudy = (): Promise<StudyWords> => studies[language()]().then((words) => words.study);
export const loadLessons = (): Promise<Lessons> => lessons[language()]().then((words) => words.lessons);
export const loadRules = (): Promise<Rules> => rules[language()]().then((words) => words.rules);
