import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NUMBER_INPUT } from '#domain/data-types/number.ts'
import { required } from '#domain/messages.ts'
import { COHORT_NAME } from '#domain/text/names.ts'
import { TextField } from '#ui/forms/text-field.tsx'

afterEach(cleanup)

function Name({ pattern }: { pattern?: RegExp }) {
  const [value, setValue] = useState('')
  const problemOf = (text: string) => (text === '' ? required('Name') : text.length < 3 ? 'Too short.' : null)
  return <TextField label="Name" value={value} onChange={setValue} problemOf={problemOf} pattern={pattern} />
}

test('shows the error of a required field after blur and validates again on each change', async () => {
  const user = userEvent.setup()
  render(<Name />)
  const field = screen.getByLabelText('Name')
  await user.click(field)
  expect(screen.queryByText('Name is required.')).toBeNull()
  await user.tab()
  expect(screen.getByText('Name is required.')).toBeTruthy()
  await user.type(field, 'ab')
  expect(screen.getByText('Too short.')).toBeTruthy()
  await user.type(field, 'c')
  expect(screen.queryByText('Too short.')).toBeNull()
  expect(field.getAttribute('aria-invalid')).toBe('false')
})

test('a problem replaces the hint for screen readers, and the hint keeps its room', async () => {
  const user = userEvent.setup()
  render(<TextField label="Name" value="" onChange={() => undefined} problemOf={() => 'Too short.'} hint="Any name." />)
  await user.click(screen.getByLabelText('Name'))
  await user.tab()
  expect(screen.getByLabelText('Name').getAttribute('aria-describedby')).toBe(screen.getByText('Too short.').id)
  expect(screen.getByText('Any name.').getAttribute('aria-hidden')).toBe('true')
})

test('blocks characters that do not match the pattern and reports them', async () => {
  const user = userEvent.setup()
  render(<Name pattern={NUMBER_INPUT} />)
  const field = screen.getByLabelText('Name')
  await user.type(field, '-1.5e')
  expect(field).toHaveProperty('value', '-1.5')
})

test('cuts a pasted name that is too long and reports it', async () => {
  const user = userEvent.setup()
  function CohortName() {
    const [value, setValue] = useState('')
    const { input, maxLength, problem } = COHORT_NAME
    return (
      <TextField label="Name" value={value} onChange={setValue} pattern={input} cutAt={maxLength} problemOf={problem} />
    )
  }
  render(<CohortName />)
  const field = screen.getByLabelText('Name')
  await user.click(field)
  await user.paste('x'.repeat(COHORT_NAME.maxLength + 20))
  expect(field).toHaveProperty('value', 'x'.repeat(COHORT_NAME.maxLength))
  expect(screen.getByRole('alert').textContent).toBe(
    `Cut from ${COHORT_NAME.maxLength + 20} to ${COHORT_NAME.maxLength} characters.`,
  )
})

test('reports a text that is too long at once and keeps it', async () => {
  const user = userEvent.setup()
  function Comment() {
    const [value, setValue] = useState('')
    return <TextField label="Comment" value={value} onChange={setValue} maxLength={1_000} />
  }
  render(<Comment />)
  const field = screen.getByLabelText('Comment')
  await user.click(field)
  await user.paste('a'.repeat(1_001))
  expect(field).toHaveProperty('value', 'a'.repeat(1_001))
  expect(screen.getByText('Use at most 1,000 characters.')).toBeTruthy()
  await user.type(field, '{Backspace}')
  expect(screen.queryByText('Use at most 1,000 characters.')).toBeNull()
})

test.each([
  ['decimal', '12', '2'],
  ['text', '12', '122'],
] as const)('selects the value of a %s field on focus: %s becomes %s', async (inputMode, before, after) => {
  const user = userEvent.setup()
  function Count() {
    const [value, setValue] = useState<string>(before)
    return <TextField label="Count" value={value} onChange={setValue} inputMode={inputMode} />
  }
  render(<Count />)
  const field = screen.getByLabelText<HTMLInputElement>('Count')
  field.focus()
  await user.keyboard('2')
  expect(field.value).toBe(after)
})

test('a name loses blanks at its ends when the field is left, and says so', async () => {
  const user = userEvent.setup()
  function Trimmed() {
    const [value, setValue] = useState('')
    return <TextField label="Name" value={value} onChange={setValue} isTrimmed />
  }
  render(<Trimmed />)
  const field = screen.getByLabelText('Name')
  await user.type(field, ' High mood ')
  expect(field).toHaveProperty('value', ' High mood ')
  await user.tab()
  expect(field).toHaveProperty('value', 'High mood')
  expect(screen.getByText('Blanks at the beginning and end are left out.').id).toBe(
    field.getAttribute('aria-describedby'),
  )
  await user.type(field, 's')
  expect(screen.queryByText('Blanks at the beginning and end are left out.')).toBeNull()
})
