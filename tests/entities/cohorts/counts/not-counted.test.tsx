import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CommandProvider } from '#command-kit/kit.tsx'
import type { Split } from '#contract/shapes/entities.ts'
import { ParentSplit, NotCounted } from '#entities/cohorts/counts/parent-split.tsx'
import { wholeOf } from '#entities/cohorts/counts/split.ts'
import { smallKit } from '#tests/support/small-commands.ts'

afterEach(cleanup)

const SPLIT: Split = { match: 2, noMatch: 1, unknown: 3, noRecord: 3 }
const RESTRICTED = { ...SPLIT, notCounted: 3, notCountedCollections: ['bp', 'sz'] }

function terms(split: Parameters<typeof ParentSplit>[0]['split']): (string | null)[] {
  const { registry, parts } = smallKit({})
  render(
    <CommandProvider registry={registry} context={parts}>
      <ParentSplit split={split} parentId={null} />
    </CommandProvider>,
  )
  const entries = [...screen.getByRole('figure').querySelectorAll('dt')]
  return entries.map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`.replaceAll(/\s/g, ' '))
}

it('lists the uncounted individuals with their collections as a share of the total', () => {
  expect(wholeOf(RESTRICTED)).toBe(12)
  expect(terms(RESTRICTED)).toEqual([
    'Match: 2 16.7%',
    'No match: 1 8.3%',
    'Unknown: 3 25.0%',
    'No record: 3 25.0%',
    'Not counted: no access to bp, sz: 3 25.0%',
  ])
})

it('shows four parts if the back end reports no uncounted individuals', () => {
  expect(terms(SPLIT)).toHaveLength(4)
})

it('shows the reason beside pedigree totals, and nothing if every individual is counted', () => {
  const { container, rerender } = render(<NotCounted counts={RESTRICTED} />)
  expect(container.textContent).toBe(
    'Not counted: no access to bp, sz (3 individuals). Texts and scores are used only in collections that you may read.',
  )
  rerender(<NotCounted counts={SPLIT} />)
  expect(container.textContent).toBe('')
})
