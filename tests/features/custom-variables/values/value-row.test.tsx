import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { useCallback, useState, type ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { PaneContext } from '#command-kit/hooks.ts'
import { customVariableTypeName } from '#domain/custom-variables/custom-variables.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { emptyCustomVariable, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import { definitionProblem } from '#features/custom-variables/save-requirements.ts'
import type { EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { useValueRows } from '#features/custom-variables/values/use-value-rows.ts'
import { OtherRows } from '#features/custom-variables/values/value-list.tsx'
import { ValueRow } from '#features/custom-variables/values/value-row.tsx'
import { madeVariable } from '#tests/support/made-variable.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { paneRegistrationsAtom } from '#workspace/panes/pane-atoms.ts'

afterEach(cleanup)

const AGE = madeVariable('AGE', [], 'numberrange')

/** The rows of a new downcode of AGE. */
function Rows() {
  const [draft, setDraft] = useState<CustomVariableDraft>(() => emptyCustomVariable('downcode', ['AGE']))
  const edit = useCallback<EditDraft>((change) => setDraft(change), [])
  const incomplete = new Set(
    draft.values.filter((value) => definitionProblem(draft, value, () => AGE.dataType) !== null).map(({ key }) => key),
  )
  const {
    list,
    openKey,
    handleKeyDown,
    moved: _moved,
    ...handlers
  } = useValueRows({
    draft,
    edit,
    counts: { incomplete },
  })
  const names = draft.values.map(({ name }) => name)
  return (
    <section ref={list}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as in the list */}
      <div onKeyDown={handleKeyDown}>
        {draft.values.map((value, place) => (
          <ValueRow
            key={value.key}
            kind="downcode"
            value={value}
            place={place}
            total={draft.values.length}
            isTwice={value.name !== '' && names.indexOf(value.name) !== place}
            isDefault={draft.defaultKey === value.key}
            canRemove={draft.values.length > 2}
            isCounted={!incomplete.has(value.key)}
            count={place + 1}
            cells={0}
            sources={[AGE]}
            isOpen={openKey === value.key}
            edit={edit}
            {...handlers}
            onDragStart={() => undefined}
            onDrop={() => undefined}
          />
        ))}
      </div>
      <OtherRows draft={draft} unknown={7} everyoneElse={1234} edit={edit} />
    </section>
  )
}

function showRows() {
  const store = createStore()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <PaneContext value="pane-1">{children}</PaneContext>
    </Provider>
  )
  render(<Rows />, { wrapper })
  const actions = () => store.get(paneRegistrationsAtom('pane-1')).findLast((one) => one.actions['form.add-value'])
  return { addValue: () => act(async () => actions()?.actions['form.add-value']?.run()) }
}

const field = (name: string) => screen.getByRole('textbox', { name })
const row = (name: RegExp) => screen.getByRole('button', { name })

it('requires a value name of up to 48 letters, digits or underscores', async () => {
  const user = userEvent.setup()
  showRows()
  const name = field('Value name')
  await user.click(name)
  expect(screen.queryByText('Name is required.')).toBeNull()
  await user.tab()
  expect(screen.getByText('Name is required.')).toBeTruthy()
  await user.type(name, 'not often')
  expect(name).toHaveProperty('value', 'not_often')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(/blanks become underscores\.$/)).toBeTruthy()
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

  await user.click(row(/no name/))
  await user.type(field('Value name'), 'a'.repeat(48))
  await user.tab()
  expect(screen.getByText('Another value has this name.')).toBeTruthy()
})

it('shows a value as one line, and finishes it by Enter', async () => {
  const user = userEvent.setup()
  showRows()
  await user.type(field('Value name'), 'young')
  await user.type(field('Value'), '3{Enter}')
  expect(row(/AGE = 3.*young1/).getAttribute('aria-expanded')).toBe('false')
  // The next unfinished value is open.
  expect(document.activeElement).toBe(field('Value name'))
  await user.keyboard('old')
  await user.type(field('Value'), '4{Enter}')
  // After the last one a new one begins; an empty one closes.
  expect(row(/AGE = 4.*old2/).getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(field('Value name'))
  expect(field('Value name')).toHaveProperty('value', '')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('textbox', { name: 'Value name' })).toBeNull()
  expect(document.activeElement).toBe(row(/no name/))
})

it('leads from an unfinished last value to its first empty field by Enter', async () => {
  const user = userEvent.setup()
  showRows()
  await user.type(field('Value name'), 'young')
  await user.type(field('Value'), '3{Enter}')
  await user.keyboard('old{Enter}')
  expect(document.activeElement).toBe(field('Value'))
  await user.keyboard('4{Enter}')
  expect(row(/AGE = 4.*old2/).getAttribute('aria-expanded')).toBe('false')
})

it('opens, moves and removes values by key and keeps at least two', async () => {
  const user = userEvent.setup()
  const { addValue } = showRows()
  await user.type(field('Value name'), 'a')
  await user.type(field('Value'), '1{Enter}')
  await user.keyboard('b')
  await user.type(field('Value'), '1')
  await addValue()
  expect(document.activeElement).toBe(field('Value name'))
  await user.keyboard('c')
  await user.type(field('Value'), '1{Enter}')
  await user.keyboard('{Enter}{Delete}')
  expect(document.activeElement).toBe(row(/c3/))
  const order = () => screen.getAllByRole('button', { expanded: false }).map((one) => one.dataset['row'])
  const before = order()
  await user.keyboard('{ArrowUp}{Home}')
  expect(document.activeElement).toBe(row(/a1/))
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(order()).toEqual([before[1], before[0], before[2]])
  expect(document.activeElement).toBe(row(/a2/))
  await user.keyboard('{Enter}')
  expect(field('Value name')).toHaveProperty('value', 'a')
  await user.keyboard('{Enter}{Delete}')
  expect(order()).toEqual([before[1], before[2]])
  await user.keyboard('{Delete}')
  expect(order()).toHaveLength(2)
  await user.keyboard('{Enter}')
  const remove = screen.getByRole('button', { name: 'Remove c' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(remove.getAttribute('aria-description')).toBe('At least 2 values are needed.')
})

it('lists [UNK] without controls, and the default last with its count', async () => {
  const user = userEvent.setup()
  showRows()
  const unknown = screen.getByRole('group', { name: '[UNK]' })
  expect(unknown.textContent).toContain('7')
  expect(unknown.querySelector('input, button, select')).toBeNull()
  await user.type(field('Value name'), 'young')
  const everyoneElse = screen.getByRole('combobox', { name: 'Value of everyone else' })
  await user.selectOptions(everyoneElse, 'young')
  expect(screen.getByRole('group', { name: 'Everyone else' }).textContent).toContain('1,234')
  expect(row(/only by default.*young/)).toBeTruthy()
})

function NameField() {
  const [name, setName] = useState('')
  const { input, problem } = VARIABLE_NAME
  return <TextField label="Name" value={name} onChange={setName} pattern={input} problemOf={problem} />
}

it('shows one row with the sum if the default is [UNK], as both groups of individuals get it', async () => {
  showRows()
  expect(screen.getByRole('group', { name: '[UNK]' }).textContent).toContain('7')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Value of everyone else' }), '[UNK]')
  expect(screen.queryByRole('group', { name: '[UNK]' })).toBeNull()
  expect(screen.getByRole('group', { name: 'No match or missing answers' }).textContent).toContain('1,241')
})

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
    'Downcode (recode)',
    'Two variables',
    'Many variables',
    'Unknown custom variable type',
    'Unknown custom variable type',
  ])
})
