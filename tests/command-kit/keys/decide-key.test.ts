import { describe, expect, it } from 'vitest'
import type { KeyBinding } from '#command-kit/declaration.ts'
import { decideKey, type KeySituation } from '#command-kit/keys/decide-key.ts'
import { createKeyTable } from '#command-kit/keys/key-table.ts'
import type { CommandId } from '#commands/signatures.ts'

const BINDINGS: readonly (readonly [CommandId, KeyBinding])[] = [
  ['palette.open', { seq: '$mod+K', scope: 'global' }],
  ['cohorts.show', { seq: 'g c', scope: 'global' }],
  ['variables.search', { seq: 'g v', scope: 'global' }],
  ['cheat-sheet.open', { seq: '?', scope: 'global' }],
  ['pane.next', { seq: 'F6', scope: 'global' }],
  ['form.save', { seq: '$mod+S', scope: 'pane' }],
  ['list.search', { seq: '/', scope: 'pane' }],
  ['list.next', { seq: 'j', scope: 'table', repeats: true }],
  ['list.open', { seq: 'Enter', scope: 'table' }],
]
const table = createKeyTable(BINDINGS)
const PLAIN: KeySituation = {
  inTextField: false,
  hasText: false,
  inModal: false,
  targetOwnsKey: false,
  paneHasList: true,
  bareKeys: true,
}

interface Pressed {
  pending?: readonly string[]
  repeated?: boolean
  situation?: Partial<KeySituation>
}

function press(stroke: string, { pending = [], repeated = false, situation = {} }: Pressed = {}): string {
  const decision = decideKey(table, { stroke, repeated, pending }, { ...PLAIN, ...situation })
  switch (decision.kind) {
    case 'run':
      return decision.silent ? 'silence' : decision.entry.id
    case 'wait':
      return `wait after ${decision.strokes.join(' ')}`
    case 'swallow':
      return decision.pending.length > 0 ? 'swallow' : 'cancel'
    default:
      return decision.preventsDefault ? 'kept' : 'pass'
  }
}

describe('key', () => {
  it('of editing is the field’s where there is text, and a command on a select', () => {
    const undo = createKeyTable([['form.undo', { seq: '$mod+Z', scope: 'global' }]])
    const decide = (situation: Partial<KeySituation>) =>
      decideKey(undo, { stroke: 'mod+z', repeated: false, pending: [] }, { ...PLAIN, ...situation }).kind
    expect(decide({ inTextField: true, hasText: true })).toBe('pass')
    expect(decide({ inTextField: true })).toBe('run')
  })

  it('runs its command or starts a sequence', () => {
    expect([press('?'), press('j'), press('g'), press('z')]).toEqual([
      'cheat-sheet.open',
      'list.next',
      'wait after g',
      'pass',
    ])
  })

  it('is ignored in text fields if it types a character', () => {
    const situation = { inTextField: true }
    expect(['?', 'j', 'g', 'enter', 'mod+k', 'mod+s', 'f6'].map((stroke) => press(stroke, { situation }))).toEqual([
      'pass',
      'pass',
      'pass',
      'pass',
      'palette.open',
      'form.save',
      'pane.next',
    ])
  })

  it('has no effect on panes behind a dialog', () => {
    const situation = { inModal: true }
    expect(['?', 'j', 'g', 'f6', 'mod+s', 'mod+k'].map((stroke) => press(stroke, { situation }))).toEqual([
      'pass',
      'pass',
      'pass',
      'pass',
      'kept',
      'palette.open',
    ])
  })

  it('of a list is ignored without a list', () => {
    expect(press('j', { situation: { paneHasList: false } })).toBe('pass')
  })

  it('is left to a focused button that handles it', () => {
    expect(press('enter', { situation: { targetOwnsKey: true } })).toBe('pass')
    expect(press('enter')).toBe('list.open')
  })

  it('without a modifier can be turned off', () => {
    const situation = { bareKeys: false }
    expect(['j', 'g', 'mod+k'].map((stroke) => press(stroke, { situation }))).toEqual(['pass', 'pass', 'palette.open'])
  })

  it('repeats while held down only if the command allows it, and its default action is prevented', () => {
    expect(['j', '?', 'g'].map((stroke) => press(stroke, { repeated: true }))).toEqual([
      'list.next',
      'silence',
      'cancel',
    ])
  })

  it('has its default action prevented if the browser’s action is never wanted', () => {
    expect(press('mod+enter')).toBe('kept')
  })
})

describe('key sequence', () => {
  const pending = ['g']

  it('runs its command on the second key', () => {
    expect(press('c', { pending })).toBe('cohorts.show')
  })

  it('ends without effect on an unmatched key or Escape', () => {
    expect([press('j', { pending }), press('escape', { pending })]).toEqual(['cancel', 'cancel'])
  })

  it('passes browser shortcuts on', () => {
    expect(press('mod+r', { pending })).toBe('pass')
  })

  it('waits while its first key is held down', () => {
    expect(press('g', { pending, repeated: true })).toBe('swallow')
  })
})
