import type { Person } from '#server/import/store-types.ts'

export const DIAGNOSES = {
  BP1: 'Bipolar I disorder',
  BP2: 'Bipolar II disorder',
  SCZ: 'Schizophrenia',
  SAD: 'Schizoaffective disorder',
  MDD: 'Major depressive disorder',
  ASD: 'Autism spectrum disorder',
  NONE: 'No diagnosis',
} as const

export type Diagnosis = keyof typeof DIAGNOSES

/** A synthetic individual with all that the answers follow from. */
export interface Subject extends Person {
  readonly diagnosis: Diagnosis
  readonly isProband: boolean
  readonly age: number
  /** The day of the interview, counted from 1970-01-01. */
  readonly interviewDay: number
  /** How badly ill, from 0 (not at all) to 3. */
  readonly severity: number
  /** When the illness began; null of the healthy. */
  readonly onsetAge: number | null
  readonly hasHad: Readonly<Record<Trouble, boolean>>
}

export const TROUBLES = ['depression', 'mania', 'psychosis', 'anxiety', 'alcohol', 'smoking', 'cannabis'] as const
export type Trouble = (typeof TROUBLES)[number]

const MILLISECONDS_A_DAY = 86_400_000

/** 12053 -> "2003-01-01". */
export function dateOfDay(day: number): string {
  return new Date(day * MILLISECONDS_A_DAY).toISOString().slice(0, 10)
}

/** The day number of a date. */
export function dayOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / MILLISECONDS_A_DAY
}
