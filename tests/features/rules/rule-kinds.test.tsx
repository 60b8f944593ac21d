import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { atom } from 'jotai'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import { ChoicePicker } from '#entities/pickers/choice-picker.tsx'
import { kindRows, rowsOfCohorts } from '#features/rules/rule-kinds.ts'

// jsdom has no CSS.escape, which the list uses; these rows do not need it.
beforeAll(() => vi.stubGlobal('CSS', { escape: String }))
afterAll(() => vi.unstubAllGlobals())
afterEach(cleanup)

const VARIABLES: readonly ChoiceRow[] = [
  { value: 'FAM2_FAMILY_MEMBERS', title: 'FAM2_FAMILY_MEMBERS', detail: 'How many relatives live in your family?' },
  { value: 'PEDIGREE_SIZE', title: 'PEDIGREE_SIZE', detail: 'Size of the pedigree' },
  { value: 'MEMORY', title: 'MEMORY', detail: 'Do you forget things?' },
]
const rowsAtom = atom<ChoiceState>({ status: 'ready', rows: VARIABLES })
const BESIDES = { label: 'Saved cohorts', rows: rowsOfCohorts([{ value: 4, title: 'Early psychosis' }]) }
const OTHERS = { label: 'Or add', rows: kindRows(true) }

test.each([
  ['family members', ['Family size', 'Relatives', 'FAM2_FAMILY_MEMBERS']],
  ['members in family', ['Family size', 'FAM2_FAMILY_MEMBERS']],
  ['members', ['Family size', 'Relatives', 'FAM2_FAMILY_MEMBERS']],
  ['relatives', ['Relatives', 'Family size', 'FAM2_FAMILY_MEMBERS']],
  ['pedigree size', ['Family size', 'PEDIGREE_SIZE']],
  ['family', ['Family size', 'Relatives', 'FAM2_FAMILY_MEMBERS']],
  ['memory', ['MEMORY']],
  ['cohort', ['Cohort']],
  ['not in cohort', ['Cohort']],
  ['early psych', ['Early psychosis']],
])('%s in the list of variables: %j', async (words, expected) => {
  const user = userEvent.setup()
  const name = 'Variable'
  render(
    <ChoicePicker
      label={name}
      rowsAtom={rowsAtom}
      {...{ others: OTHERS, besides: BESIDES }}
      chosen={null}
      onChoose={() => undefined}
    />,
  )
  await user.type(screen.getByRole('combobox', { name }), words)
  const titles = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(titles.map((text) => [...expected].find((title) => text.startsWith(title)))).toEqual(expected)
})
