import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { Contributors, AllValues } from '#features/variables/variable/variable-column.tsx'
import { madeVariable } from '#tests/support/made-variable.ts'

afterEach(cleanup)

const CODES = Array.from({ length: 12 }, (_, place) => String(place + 1))
const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

it('lists all values with labels, by page, if there are more than the top answers', async () => {
  const variable = { ...madeVariable('COUNTRY', CODES), valueMapping: { 2: 'Finland', 12: 'Chile' } }
  render(<AllValues variable={variable} />)
  expect(screen.getByRole('heading', { name: '12 values' })).toBeTruthy()
  expect(cells().slice(0, 4)).toEqual(['1', '', '2', 'Finland'])
  expect(cells()).toHaveLength(20)
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(cells().slice(-2)).toEqual(['12', 'Chile'])
})

it('shows no separate list for ten values or fewer', () => {
  render(<AllValues variable={madeVariable('SEX', CODES.slice(0, 10))} />)
  expect(screen.queryByRole('table')).toBeNull()
})

it('shows the source variable of a contributor', () => {
  const contributor = { variableName: 'AGE_AT_VISIT', instrument: 'Visit', version: '2', section: '', item: '' }
  const page = { tocPage: '', pdfFile: '', pdfPage: '' }
  render(<Contributors contributors={[{ ...contributor, ...page }]} isCustom={false} />)
  expect(screen.getByRole('columnheader', { name: 'Variable' })).toBeTruthy()
  expect(cells()).toEqual(['AGE_AT_VISIT', 'Visit', '2'])
})
