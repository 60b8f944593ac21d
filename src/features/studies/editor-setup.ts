import { acceptCompletion, autocompletion, completionKeymap, type CompletionSource } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { ProblemError, readToken } from '#domain/expressions/tokens.ts'
import { STUDY_WORDS } from '#domain/study/study.ts'

/** The tokens of the parser: a text in quotation marks that goes over lines is highlighted in its first. */
const parser: StreamParser<null> = {
  startState: () => null,
  token: (stream) => {
    if (stream.eatSpace()) return null
    if (stream.match(/^#.*/u)) return 'comment'
    try {
      const token = readToken(stream.string, stream.pos)
      stream.pos = Math.max(token.to, stream.pos + 1)
      if (token.kind === 'quoted') return 'string'
      if (token.kind === 'pattern') return 'string.special'
      if (token.kind === 'sign') return 'operator'
      if (/^[-+]?[.\d]/u.test(token.text)) return 'number'
      return STUDY_WORDS.has(token.word ?? '') ? 'keyword' : 'variableName'
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      // A sign of a formula.
      stream.next()
      return 'operator'
    }
  },
  languageData: { commentTokens: { line: '#' } },
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: tags.special(tags.string), color: 'var(--warning)' },
  { tag: tags.number, color: 'var(--warning)' },
  { tag: tags.comment, color: 'var(--text-muted)', fontStyle: 'italic' },
  { tag: tags.operator, color: 'var(--text-muted)' },
])

const theme = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    fontSize: 'var(--text-12)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-scroller': {
    minHeight: '240px',
    overflow: 'auto',
    fontFamily: 'var(--font-mono)',
    fontVariantLigatures: 'none',
    lineHeight: '1.6',
  },
  '.cm-content': { caretColor: 'var(--text)', padding: 'var(--space-2) 0' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-muted)', border: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--surface-selected)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--surface-selected)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxWidth: 'min(640px, 95vw)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: 'var(--space-1) var(--space-2)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-completionDetail': { color: 'var(--text-muted)', fontStyle: 'normal' },
  '.cm-diagnostic': { borderInlineStart: '4px solid var(--danger)' },
})

/** The browser gives a text that replaces a selection the style of that, which the content security policy refuses. */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event
    if (inputType !== 'insertText' || data === null || view.composing || view.state.selection.main.empty) return false
    event.preventDefault()
    view.dispatch({ ...view.state.replaceSelection(data), userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})

interface Setup {
  readonly complete: CompletionSource
  readonly onText: (text: string) => void
}

/**
 * Enter and Tab accept a completion. Without a list Tab moves the focus, as in every field. Escape keeps it: letters
 * after it are text. Ctrl+Space completes, F8 moves to the next error.
 */
export function editorExtensions({ complete, onText }: Setup): Extension {
  return [
    lineNumbers(),
    history(),
    lintGutter(),
    StreamLanguage.define(parser),
    syntaxHighlighting(colours),
    autocompletion({ override: [complete], icons: false, interactionDelay: 0 }),
    replaceSelection,
    EditorView.lineWrapping,
    placeholder('cohort "Women" = SEX = Female'),
    EditorView.contentAttributes.of({ 'aria-label': 'Study file', spellcheck: 'false', autocapitalize: 'off' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onText(update.state.doc.toString())
    }),
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      ...completionKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      { key: 'Escape', run: () => true },
    ]),
    theme,
  ]
}

/**
 * The document for an editor. Its style sheets are adopted: the content security policy refuses the style element that
 * the editor adds to a document with a head.
 */
export function documentOfEditor(): Document {
  return new Proxy(document, {
    get: (target, key) => {
      if (key === 'head') return undefined
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
}
