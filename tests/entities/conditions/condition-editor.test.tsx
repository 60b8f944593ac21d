import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Variable } from '#contract/shapes/shapes.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { ConditionEditor } from '#entities/conditions/condition-editor.tsx'
import { entityOf } from '#tests/support/entity-of.ts'

afterEach(cleanup)

function Editor({ dataType, start }: { dataType: string; start: Condition | null }) {
  const [condition, setCondition] = useState(start)
  const variable = entityOf(Variable, { variableName: 'X', dataType, possibleValues: [] })
  return <ConditionEditor variable={variable} condition={condition} onChange={setCondition} />
}

const options = (label: string) => [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text)

describe('the condition editor (spec section 5)', () => {
  it.each([
    ['1990', 'Date is not long enough'],
    ['1990-01-011', 'Date is too long'],
    ['1990-13-01', 'That day does not exist.'],
    ['31.02.2010', '31.02.2010: write 2010-02-31; that day does not exist'],
  ])('validates the date %s: %s', async (typed, message) => {
    const user = userEvent.setup()
    render(<Editor dataType="fuzzydate" start={null} />)
    const field = screen.getByRole('textbox', { name: 'Value' })
    await user.type(field, typed)
    expect(screen.queryByText(message)).toBeNull()
    await user.tab()
    expect(screen.getByText(message)).toBeTruthy()
    // After blur the field is validated on each change.
    await user.clear(field)
    await user.type(field, '1990-0u-uu')
    expect(field).toHaveProperty('value', '1990-0U-UU')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps any text in a date field, and takes a leading sign as the operator', async () => {
    const user = userEvent.setup()
    render(<Editor dataType="date" start={null} />)
    const field = screen.getByRole('textbox', { name: 'Value' })
    await user.type(field, '>=3/4/2010')
    expect(field).toHaveProperty('value', '3/4/2010')
    expect(screen.getByRole('combobox', { name: 'Operator' })).toHaveProperty('value', 'GTE')
  })

  it('accepts signed decimals in a number, and an empty text, "." or "-" while typing', async () => {
    const user = userEvent.setup()
    render(<Editor dataType="numberrange" start={null} />)
    const field = screen.getByRole('textbox', { name: 'Value' })
    for (const taken of ['-', '.', '-12', '.5', '3.25']) {
      await user.clear(field)
      await user.type(field, taken)
      expect(field).toHaveProperty('value', taken)
    }
    await user.clear(field)
    await user.type(field, '1a+2e,3')
    expect(field).toHaveProperty('value', '123')
    await user.clear(field)
    await user.type(field, '-')
    await user.tab()
    expect(screen.getByText('Value must be a number.')).toBeTruthy()
    await user.clear(field)
    expect(screen.getByText('Value is required.')).toBeTruthy()
  })

  it.each([
    ['>=40', 'is greater than or equal to', '40'],
    ['<40', 'is less than', '40'],
    ['>-1.5', 'is greater than', '-1.5'],
    ['≤7', 'is less than or equal to', '7'],
    ['=40', 'is equal to', '40'],
  ])('takes an operator typed before the value: %s', async (typed, operator, value) => {
    const user = userEvent.setup()
    render(<Editor dataType="numberrange" start={{ operator: 'EQ', values: ['12'] }} />)
    const field = screen.getByRole('textbox', { name: 'Value' })
    await user.tripleClick(field)
    await user.keyboard(typed)
    expect(field).toHaveProperty('value', value)
    const chosen = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Operator' }).selectedOptions[0]
    expect(chosen?.text).toBe(operator)
  })

  it.each([
    ['numberrange', '>= 40', 'is greater than or equal to', '40'],
    ['numberrange', ' <-1.5', 'is less than', '-1.5'],
    ['numberrange', '=40', 'is equal to', '40'],
    ['date', '≤1990-01-01', 'is less than or equal to', '1990-01-01'],
  ])('takes an operator pasted with the value of a %s: %s', async (dataType, pasted, operator, value) => {
    const user = userEvent.setup()
    render(<Editor dataType={dataType} start={{ operator: 'GT', values: [''] }} />)
    const field = screen.getByRole('textbox', { name: 'Value' })
    await user.click(field)
    await user.paste(pasted)
    expect(field).toHaveProperty('value', value)
    const chosen = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Operator' }).selectedOptions[0]
    expect(chosen?.text).toBe(operator)
  })

  it('takes an operator typed in the first value of "is between"', async () => {
    const user = userEvent.setup()
    render(<Editor dataType="numberrange" start={{ operator: 'BETWEEN', values: ['20', '50'] }} />)
    await user.tripleClick(screen.getByRole('textbox', { name: 'From' }))
    await user.keyboard('>=30')
    const field = screen.getByRole('textbox', { name: 'Value' })
    expect([field, document.activeElement]).toEqual([document.activeElement, field])
    expect(field).toHaveProperty('value', '30')
    const chosen = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Operator' }).selectedOptions[0]
    expect(chosen?.text).toBe('is greater than or equal to')
  })

  it('requires two values for "is between", the first not greater than the second', async () => {
    const user = userEvent.setup()
    render(<Editor dataType="numberrange" start={null} />)
    await user.type(screen.getByRole('textbox', { name: 'Value' }), '9')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Operator' }), 'is between')
    expect(screen.getByRole('textbox', { name: 'From' })).toHaveProperty('value', '9')
    const to = screen.getByRole('textbox', { name: 'To' })
    await user.type(to, '2')
    await user.tab()
    expect(screen.getByText('The first value must not be greater than the second.')).toBeTruthy()
    await user.type(to, '20')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    [
      'fuzzydate',
      [
        'is equal to',
        'is not equal to',
        'is greater than',
        'is less than',
        'is greater than or equal to',
        'is less than or equal to',
        'is between',
      ],
    ],
    ['text', ['is equal to', 'contains', 'does not contain', 'starts with', 'ends with']],
    ['categorical', ['is equal to', 'is not equal to']],
    ['multicategory', ['is equal to', 'is not equal to']],
    ['dichotomous', ['Choose…', 'has a valid answer']],
  ])('labels the operators of %s', (dataType, labels) => {
    render(<Editor dataType={dataType} start={null} />)
    expect(options('Operator')).toEqual(labels)
  })

  it.each(['categorical', 'multicategory'])('offers for %s "is any of" behind "More operators"', async (dataType) => {
    const user = userEvent.setup()
    render(<Editor dataType={dataType} start={null} />)
    const operator = screen.getByRole('combobox', { name: 'Operator' })
    // The value follows the operator for the keyboard.
    await user.click(operator)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Value' }))
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More operators' }))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(operator)
    expect(screen.queryByRole('button')).toBeNull()
    await user.selectOptions(operator, 'is any of')
    expect(screen.getByRole('textbox', { name: 'Values, separated by commas' })).toBeTruthy()
  })

  it('lists "is any of" if the condition uses it', () => {
    render(<Editor dataType="categorical" start={{ operator: 'ANYOF', values: ['1'] }} />)
    expect(options('Operator')).toEqual(['is equal to', 'is not equal to', 'is any of'])
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('flags "exists" if the condition uses it, and does not offer it otherwise', () => {
    render(<Editor dataType="text" start={{ operator: 'EXISTS', values: [] }} />)
    expect(options('Operator').at(-1)).toBe('exists (AVOID USING THIS)')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('offers the presence of an answer by name in a sentence, and lists values in the order of their codes', () => {
    const variable = entityOf(Variable, {
      variableName: 'X',
      dataType: 'categorical',
      possibleValues: ['10', '2', '1'],
    })
    render(<ConditionEditor variable={variable} condition={null} onChange={() => undefined} isSentence />)
    expect(options('Operator')).toEqual(['is equal to', 'is not equal to', 'is any of', 'was answered', 'was asked'])
    expect(screen.getByRole('listbox', { name: 'Value' }).getAttribute('size')).toBe('3')
    expect(options('Value')).toEqual(['Choose a value…', '1', '2', '10'])
    expect(screen.queryByRole('button', { name: 'More operators' })).toBeNull()
  })
})
