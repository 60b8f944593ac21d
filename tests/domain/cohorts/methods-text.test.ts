import { expect, test } from 'vitest'
import { PLAIN_STEP } from '#contract/shapes/cohort-flow.ts'
import type { FlowStep } from '#domain/cohorts/cohort-flow.ts'
import { methodsOfCohort, methodsOfComparison } from '#domain/cohorts/methods-text.ts'

const ALL: FlowStep = { ...PLAIN_STEP, key: '1', name: 'All Individuals', words: '', count: 2129, placeholders: 754 }
const HIGH: FlowStep = {
  ...PLAIN_STEP,
  key: '2',
  name: 'High mood',
  words: 'MOOD_HIGH_EVER is equal to 1 · Yes',
  count: 118,
  excluded: {
    label: 'Excluded',
    count: 2011,
    outcomes: [
      { key: 'noMatch', count: 484 },
      { key: 'unknown', count: 17 },
      { key: 'noRecord', count: 1510 },
      { key: 'notCounted', count: 0 },
    ],
  },
}
const ABOUT = { name: 'High mood', software: 'DIVER 0.50.3', data: 'data release 2026.1' }

test('names release, rules in words and the numbers of each step', () => {
  const off = { ...HIGH, key: '3', name: 'Off', isOff: true }
  const rule = { ...HIGH, key: '2 0', name: 'Rule 1 of 2', words: 'AGE ≥ 18', isRule: true, count: 1, excluded: null }
  expect(methodsOfCohort({ ...ABOUT, steps: [ALL, rule, HIGH, off] })).toBe(
    'The cohort “High mood” was selected with DIVER 0.50.3 from data release 2026.1. ' +
      'The data contained 2,129 individuals, of them 754 relatives without data. ' +
      'Of these, 1 individual met the condition AGE ≥ 18. ' +
      'Of these, 118 individuals, the cohort “High mood”, met the condition MOOD_HIGH_EVER is equal to 1 · Yes; ' +
      '2,011 were excluded (484 did not match, 17 had no answer that decides, 1,510 never received the form).',
  )
})

test('names only the outcomes that excluded individuals', () => {
  const asked: FlowStep = {
    ...HIGH,
    words: 'MOOD_HIGH_EVER: asked, whatever the answer',
    excluded: {
      label: 'Excluded',
      count: 1510,
      outcomes: [
        { key: 'unknown', count: 0 },
        { key: 'noRecord', count: 1510 },
      ],
    },
  }
  expect(methodsOfCohort({ ...ABOUT, steps: [ALL, asked] })).toMatch(
    /1,510 were excluded \(1,510 never received the form\)\.$/,
  )
})

test('discloses no suppressed number, and says where the second cohort comes from', () => {
  const joined = { ...HIGH, count: null, excluded: null, joined: { name: 'Low mood', count: null } }
  const arm = { ...HIGH, lane: 1, arm: 'Low mood', name: 'Low', words: '', count: 1, excluded: null }
  expect(methodsOfCohort({ ...ABOUT, data: 'the data of 2026-11-29', steps: [ALL, arm, joined] })).toContain(
    'from the data of 2026-11-29. The data contained 2,129 individuals, of them 754 relatives without data. ' +
      'For “Low mood”: the cohort “Low” had 1 individual. ' +
      'After the condition MOOD_HIGH_EVER is equal to 1 · Yes, the cohort “High mood” had hidden individuals; it was combined with “Low mood” (hidden individuals).',
  )
})

test('names the compared cohorts with their definitions and shared individuals', () => {
  const cohorts = [
    { name: 'High', words: 'MOOD_HIGH_EVER is equal to 1', size: 2134 },
    { name: 'Low', words: 'MOOD_LOW_EVER is equal to 1', size: null },
    { name: 'Old', words: 'AGE is greater than 60', size: 1 },
  ]
  const overlaps = [
    { places: [0], count: 2000 },
    { places: [0, 1, 2], count: null },
    { places: [0, 1], count: 133 },
    { places: [1, 2], count: 0 },
  ]
  expect(methodsOfComparison({ cohorts, overlaps, software: 'DIVER 0.50.3', data: 'data release 2026.1' })).toBe(
    '3 cohorts were compared with DIVER 0.50.3, data release 2026.1. ' +
      '“High” (MOOD_HIGH_EVER is equal to 1): 2,134 individuals. “Low” (MOOD_LOW_EVER is equal to 1): hidden individuals. ' +
      '“Old” (AGE is greater than 60): 1 individual. ' +
      'Shared: hidden individuals in “High” and “Low” and “Old”, 133 individuals in “High” and “Low” only.',
  )
  expect(methodsOfComparison({ cohorts: cohorts.slice(0, 2), overlaps: [], software: 'DIVER', data: null })).toContain(
    '2 cohorts were compared with DIVER. “High”',
  )
})
