import { describe, expect, it } from 'vitest'
import type { Scope } from '#command-kit/declaration.ts'
import { strokeOf, type KeyPress } from '#command-kit/keys/handle-key.ts'
import { createKeyTable } from '#command-kit/keys/key-table.ts'
import { notationOf, parseSequence } from '#command-kit/keys/stroke.ts'
import type { CommandId } from '#commands/signatures.ts'

function pressed(key: string, code: string, modifiers: string = ''): KeyPress {
  return {
    key,
    code,
    ctrlKey: /Ctrl|AltGraph/.test(modifiers),
    metaKey: modifiers.includes('Meta'),
    altKey: modifiers.includes('Alt'),
    shiftKey: modifiers.includes('Shift'),
    getModifierState: () => modifiers.includes('AltGraph'),
  }
}

function tableOf(...bindings: readonly (readonly [CommandId, string, Scope])[]) {
  return () => createKeyTable(bindings.map(([id, seq, scope]) => [id, { seq, scope }] as const))
}

describe('key binding', () => {
  it.each([
    ['g p', ['g', 'p']],
    ['$mod+K', ['mod+k']],
    ['$mod+Shift+Z', ['mod+shift+z']],
    ['Shift+D', ['shift+d']],
    ['Y', ['shift+y']],
    ['Shift+F6', ['shift+f6']],
    ['p +', ['p', '+']],
    ['?', ['?']],
    ['$mod++', ['mod++']],
  ])('parses %s', (seq, strokes) => {
    expect(parseSequence(seq)).toEqual(strokes)
  })

  it.each(['?', '+', 'g', '$mod+K', '$mod++', '$mod+Shift+Z', 'Shift+D', 'Alt+PageUp', 'F6', 'Space'])(
    'writes %s',
    (seq) => {
      expect(parseSequence(seq).map(notationOf)).toEqual([seq])
    },
  )

  it('does not write keys without a name, or with the Windows key', () => {
    expect(['mediaplay', 'meta+k'].map(notationOf)).toEqual([null, null])
  })

  it.each(['Enterr', '', '$mod+', 'Hyper+x'])('rejects %j', (seq) => {
    expect(() => parseSequence(seq)).toThrow(/is no key/)
  })
})

describe('key press', () => {
  it.each([
    ['a letter', pressed('k', 'KeyK'), 'k'],
    ['a capital', pressed('D', 'KeyD', 'Shift'), 'shift+d'],
    ['a letter under Caps Lock', pressed('D', 'KeyD'), 'd'],
    ['Ctrl', pressed('k', 'KeyK', 'Ctrl'), 'mod+k'],
    ['a slash on a German keyboard', pressed('/', 'Digit7', 'Shift'), '/'],
    ['a bracket by AltGr', pressed('[', 'Digit8', 'AltGraph Alt'), '['],
    ['Ctrl with a Cyrillic layout', pressed('л', 'KeyK', 'Ctrl'), 'mod+k'],
    ['a Cyrillic letter', pressed('о', 'KeyJ'), 'j'],
    ['a Cyrillic letter in the place of a bracket', pressed('х', 'BracketLeft'), '['],
    ['a German letter, which is Latin', pressed('ö', 'Semicolon'), 'ö'],
    ['Shift with Enter', pressed('Enter', 'Enter', 'Shift'), 'shift+enter'],
    ['the Windows key', pressed('k', 'KeyK', 'Meta'), 'meta+k'],
  ])('normalises %s', (_what, press, stroke) => {
    expect(strokeOf(press, false)).toBe(stroke)
  })

  it('maps Cmd to $mod on a Mac, and keeps the character that Option types', () => {
    expect([
      strokeOf(pressed('k', 'KeyK', 'Meta'), true),
      strokeOf(pressed('k', 'KeyK', 'Ctrl'), true),
      strokeOf(pressed('[', 'Digit5', 'Alt'), true),
    ]).toEqual(['mod+k', 'ctrl+k', '['])
  })
})

describe('key table', () => {
  it('rejects one key for two commands in overlapping scopes', () => {
    expect(tableOf(['form.save', 'a', 'pane'], ['list.add', 'a', 'table'])).toThrow(
      /bound to both form.save and list.add/,
    )
    expect(tableOf(['palette.open', '$mod+Enter', 'global'], ['form.apply', '$mod+Enter', 'dialog'])).toThrow(/both/)
  })

  it('accepts one key in a pane and in a dialog, which are never active together', () => {
    expect(tableOf(['form.save', '$mod+Enter', 'pane'], ['form.apply', '$mod+Enter', 'dialog'])).not.toThrow()
  })

  it('rejects a key that is both a command and the start of a sequence', () => {
    expect(tableOf(['pane.split', 'p s', 'global'], ['list.previous', 'p', 'table'])).toThrow(/begin alike/)
  })

  it.each([
    '$mod+W',
    '$mod+T',
    '$mod+N',
    '$mod+L',
    '$mod+Tab',
    'Alt+3',
    'Alt+ArrowLeft',
    '$mod+Shift+P',
    '$mod+Shift+C',
    '$mod+Shift+N',
  ])('rejects %s, which is reserved by the browser', (seq) => {
    expect(tableOf(['form.save', seq, 'global'])).toThrow(/belongs to the browser/)
  })
})
