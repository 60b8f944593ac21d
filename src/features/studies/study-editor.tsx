import { setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { atom, useAtomValue, useStore, type Atom } from 'jotai'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { ChoiceState } from '#command-kit/argument-source.ts'
import { NO_NAMES } from '#domain/expressions/resolve-expression.ts'
import type { CompletionNames } from '#entities/expressions/expression-completions.ts'
import { lookupAtomOf } from '#entities/expressions/expression-lookup.ts'
import { cohortRowsAtom, variableRowsAtom } from '#entities/sources/choice-rows.ts'
import { documentOfEditor, editorExtensions } from '#features/studies/editor-setup.ts'
import { studyCompletions } from '#features/studies/study-completions.ts'
import styles from '#features/studies/studies.module.css'

export interface EditorProblem {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

export interface EditorHandle {
  readonly focus: () => void
  /** Moves the focus to a line. */
  readonly goTo: (line: number) => void
}

interface StudyEditorProps {
  text: string
  onText: (text: string) => void
  problems: readonly EditorProblem[]
  handle: Ref<EditorHandle>
}

/** A study file in an editor with highlighting and completion. */
export default function StudyEditor({ text, onText, problems, handle }: StudyEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const namesFor = useNames()
  const changed = useEffectEvent(onText)
  const initialText = useEffectEvent(() => text)

  useEffect(() => {
    const extensions = editorExtensions({ complete: studyCompletions(namesFor), onText: (typed) => changed(typed) })
    const made = new EditorView({
      state: EditorState.create({ doc: initialText(), extensions }),
      root: documentOfEditor(),
      ...(place.current && { parent: place.current }),
    })
    setView(made)
    return () => made.destroy()
  }, [namesFor])

  useEffect(() => {
    if (view === null || view.state.doc.toString() === text) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
  }, [view, text])

  useEffect(() => {
    if (view !== null)
      view.dispatch(
        setDiagnostics(
          view.state,
          problems.flatMap((one) => diagnosticOf(view, one)),
        ),
      )
  }, [view, problems])

  useImperativeHandle(handle, () => ({ focus: () => view?.focus(), goTo: (line) => view && goToLine(view, line) }), [
    view,
  ])
  return <div ref={place} className={styles['editor']} />
}

function diagnosticOf({ state: { doc } }: EditorView, { message, line, column }: EditorProblem) {
  if (line === null || line < 1 || line > doc.lines) return []
  const { from: start, to: end, text } = doc.line(line)
  const from = Math.min(end, start + (column ?? 1) - 1)
  const length = /^(?:"[^"]*"?|[\p{L}\p{N}_.]+|.)/u.exec(text.slice(from - start))?.[0].length ?? 0
  return [{ from, to: from + length, severity: 'error' as const, message }]
}

function goToLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
  view.focus()
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
}

/** The names for completions, with the values of the variable that is compared. */
function useNames(): (variable: string | null) => Promise<CompletionNames> {
  const store = useStore()
  const [neededAtom] = useState(() => atom(NO_NAMES))
  const [lookupAtom] = useState(() => lookupAtomOf(neededAtom))
  useAtomValue(lookupAtom)
  useAtomValue(variableRowsAtom)
  useAtomValue(cohortRowsAtom)
  const [namesFor] = useState(() => async (variable: string | null): Promise<CompletionNames> => {
    if (variable !== null) {
      store.set(neededAtom, { ...NO_NAMES, variables: [variable] })
      await settled(store, lookupAtom, ({ isLoading }) => !isLoading)
    }
    const isRead = ({ status }: ChoiceState) => status !== 'loading'
    return {
      variables: rowsOf(await settled(store, variableRowsAtom, isRead)),
      cohorts: rowsOf(await settled(store, cohortRowsAtom, isRead)),
      state: store.get(lookupAtom),
    }
  })
  return namesFor
}

/** The value of an atom as soon as it is ready. */
function settled<Value>(
  store: ReturnType<typeof useStore>,
  source: Atom<Value>,
  isReady: (value: Value) => boolean,
): Promise<Value> {
  return new Promise((resolve) => {
    const stop = store.sub(source, settle)
    function settle() {
      const value = store.get(source)
      if (!isReady(value)) return
      stop()
      resolve(value)
    }
    settle()
  })
}

function rowsOf(state: ChoiceState) {
  return state.status === 'ready' ? state.rows : []
}
