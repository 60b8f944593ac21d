import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { customVariableTypeName } from '#domain/custom-variables.ts'
import { VARIABLE_NAME } from '#domain/names.ts'
import { emptyCustomVariable, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import type { EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { UnknownValue } from '#features/custom-variables/values/value-list.tsx'
import { ValueCard } from '#features/custom-variables/values/value-card.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PaneContext } from '#command-kit/hooks.ts'

afterEach(cleanup)

function Cards() {
  const [draft, setDraft] = useState<CustomVariableDraft>(() => emptyCustomVariable('downcode', ['AGE']))
  const edit: EditDraft = (change) => setDraft(change)
  const names = draft.values.map(({ name }) => name)
  return (
    <PaneContext value="pane-1">
      {draft.values.map((value, place) => (
        <ValueCard
          key={value.key}
          kind="downcode"
          value={value}
          place={place}
          total={draft.values.length}
          isTwice={value.name !== '' && names.indexOf(value.name) !== place}
          isDefault={draft.defaultKey === value.key}
          canRemove={draft.values.length > 2}
          isCounted
          count={place + 1}
          sources={[]}
          edit={edit}
          onMove={() => undefined}
          onDragStart={() => undefined}
          onDrop={() => undefined}
        />
      ))}
      <UnknownValue kind="downcode" isDefault={false} count={7} edit={edit} />
    </PaneContext>
  )
}

it('requires a value name of up to 48 letters, digits or underscores', async () => {
  const user = userEvent.setup()
  render(<Cards />)
  const [name, other] = screen.getAllByRole('textbox', { name: 'Value name' })
  if (!name || !other) throw new Error('There are no names.')
  await user.click(name)
  expect(screen.queryByText('Name is required.')).toBeNull()
  await user.tab()
  expect(screen.getByText('Name is required.')).toBeTruthy()
  await user.type(name, 'not often')
  expect(name).toHaveProperty('value', 'not_often')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getAllByText(/blanks become underscores\.$/)).toHaveLength(2)
  await user.clear(name)
  await user.click(name)
  await user.paste('Très often (1–2 a week)')
  expect(name).toHaveProperty('value', 'Tres_often_1_2_a_week_')
  await user.clear(name)
  await user.click(name)
  await user.paste('a'.repeat(60))
  expect(name).toHaveProperty('value', 'a'.repeat(48))
  expect(screen.getByText('Cut from 60 to 48 characters.')).toBeTruthy()
  // One more letter is refused: cutting would drop the last one.
  await user.type(name, 'b', { initialSelectionStart: 0, initialSelectionEnd: 0 })
  expect(name).toHaveProperty('value', 'a'.repeat(48))

  await user.type(other, 'a'.repeat(48))
  await user.tab()
  expect(screen.getByText('Another value has this name.')).toBeTruthy()
})

it('keeps at least two values and shows the count of [UNK] without controls', async () => {
  const user = userEvent.setup()
  render(<Cards />)
  const remove = screen.getByRole('button', { name: 'Remove value 1' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(remove.getAttribute('aria-description')).toBe('At least 2 values are needed.')
  await user.click(remove)
  expect(screen.getAllByRole('textbox', { name: 'Value name' })).toHaveLength(2)
  expect(screen.getByText('1 individual')).toBeTruthy()
  const unknown = screen.getByRole('group', { name: '[UNK]' })
  expect(unknown.textContent).toContain('7 individuals')
  expect(unknown.querySelector('input[type=text], button')).toBeNull()

  const defaults = screen.getAllByRole('radio', { name: 'Default: everyone else' })
  expect(defaults).toHaveLength(3)
  await user.click(screen.getAllByRole('radio')[1] ?? unknown)
  expect(screen.getAllByRole('radio').map((radio) => radio instanceof HTMLInputElement && radio.checked)).toEqual([
    false,
    true,
    false,
  ])
})

function NameField() {
  const [name, setName] = useState('')
  const { input, problem } = VARIABLE_NAME
  return <TextField label="Name" value={name} onChange={setName} pattern={input} problemOf={problem} />
}

it('accepts a variable name of 3 to 48 characters that does not start with a digit', async () => {
  const user = userEvent.setup()
  render(<NameField />)
  const field = screen.getByRole('textbox', { name: 'Name' })
  await user.type(field, '9ab')
  expect(field).toHaveProperty('value', 'ab')
  await user.tab()
  expect(screen.getByText('Variable name is not long enough; minimum 3 characters')).toBeTruthy()
  await user.type(field, 'c')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.clear(field)
  expect(screen.getByText('Name is required.')).toBeTruthy()
})

it('labels an unrecognised type as unknown', () => {
  expect(['downcode', 'merge', 'multiple', 'spectral', 'constructor'].map(customVariableTypeName)).toEqual([
    'Downcode',
    'Two variables',
    'Many variables',
    'Unknown custom variable type',
    'Unknown custom variable type',
  ])
})
