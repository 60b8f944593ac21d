import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { studyInfo, studyPlan, type studyApply } from '#contract/study-files.ts'
import { countOf, formatCount, wordFor } from '#domain/numbers.ts'
import { parseStudy } from '#domain/study/parse-study.ts'
import { currentProjectAtom, projectName } from '#entities/projects/projects.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useCall, valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { ChangeList, ProblemList, type Plan } from '#features/studies/plan-list.tsx'
import type { EditorHandle } from '#features/studies/study-editor.tsx'
import { studyTextsAtom, studyUndoAtom, type AppliedStudy } from '#features/studies/study-state.ts'
import { applyStudy, openStudyFile, saveStudyFile } from '#features/studies/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import { CheckOption } from '#ui/forms/check-option.tsx'
import { useDebounced } from '#ui/forms/use-debounced.ts'
import { Notice } from '#ui/notice.tsx'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ObjectBar } from '#workspace/detail/detail-page.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useFirstField } from '#workspace/use-first-field.ts'
import styles from '#features/studies/studies.module.css'
import stack from '#ui/stack.module.css'

/** The editor is larger than the rest of the product: it is loaded when it is opened. */
const StudyEditor = lazy(() => import('#features/studies/study-editor.tsx'))

/** The current project as a study file, beside what an edited text would change. */
export default function StudyScreen() {
  const project = useAtomValue(currentProjectAtom)
  const projectId = project?.projectId
  const query = useCall({
    endpoint: studyInfo,
    request: projectId === undefined ? null : { projectId },
    key: 'study-file',
    staleTime: 0,
  })
  return (
    <Loaded resource={query}>
      {(file) =>
        project && file.projectId === projectId ? (
          <Study
            key={project.projectId}
            projectId={project.projectId}
            name={projectName(project)}
            written={file.text}
          />
        ) : (
          <Skeleton lines={6} />
        )
      }
    </Loaded>
  )
}

/** Longer than between letters: a plan makes the changes, and rolls them back. */
const PLAN_MILLISECONDS = 600

interface StudyProps {
  projectId: number
  name: string
  /** The project as a text. */
  written: string
}

function Study({ projectId, name, written }: StudyProps) {
  const services = useServices()
  const [texts, setTexts] = useAtom(studyTextsAtom)
  const [undos, setUndos] = useAtom(studyUndoAtom)
  const [remove, setRemove] = useState(false)
  const [isApplying, setIsApplying] = useState(false)
  const handle = useRef<EditorHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const edited = texts[projectId]
  // An untouched text follows the project.
  const text = edited === undefined || edited.text === edited.begun ? written : edited.text
  const settled = useDebounced(text, PLAN_MILLISECONDS)
  const syntax = useMemo(() => syntaxProblems(text), [text])
  const query = useQuery<Plan>(
    {
      queryKey: ['study-plan', projectId, settled, remove],
      enabled: syntax.length === 0 && settled === text,
      placeholderData: keepPreviousData,
      staleTime: 0,
      queryFn: async ({ signal }) =>
        valueOrThrow(await services.call(studyPlan, { projectId, text: settled, remove }, { signal })),
    },
    services.queryClient,
  )
  const undo = undos[projectId] ?? null
  const isCurrent = syntax.length === 0 && settled === text && !query.isPlaceholderData && !query.isFetching
  const plan = query.data
  const problems = syntax.length > 0 ? syntax : isCurrent && plan ? plan.problems : NO_PROBLEMS
  const changes = plan?.changes.filter(({ change }) => change !== 'keep').length ?? 0
  useFirstField(
    () => frame.current?.querySelector<HTMLElement>('[contenteditable]') ?? undefined,
    () => true,
  )

  const setText = (typed: string) =>
    setTexts((before) => ({
      ...before,
      [projectId]: { text: typed, begun: typed === written ? written : (before[projectId]?.begun ?? written) },
    }))
  const setUndo = (last: AppliedStudy['undo']) =>
    setUndos((before) => ({ ...before, [projectId]: last && { request: last, applied: text } }))

  const send = async (request: Omit<RequestOf<typeof studyApply>, 'projectId'>, words: (changes: number) => string) => {
    setIsApplying(true)
    const answer = await applyStudy(services, { projectId, ...request })
    setIsApplying(false)
    if (!answer.ok) return answer
    showSuccess(words(answer.value.changes.filter(({ change }) => change !== 'keep').length))
    return answer
  }
  /** The text is one of the project as it is now. */
  const begin = async () => {
    const project = await services.call(studyInfo, { projectId })
    const begun = project.ok ? project.value.text : written
    setTexts((before) => ({ ...before, [projectId]: { text: before[projectId]?.text ?? text, begun } }))
  }
  const apply = async () => {
    const answer = await send({ text, remove, base: plan?.base }, (made) => `Applied: ${countOf(made, 'change')}.`)
    if (!answer.ok) return showError(answer.message)
    await begin()
    setUndo(answer.value.undo)
  }
  const takeBack = async () => {
    if (undo === null) return
    const answer = await send({ ...undo.request, remove: true }, (made) => `Undone: ${countOf(made, 'change')}.`)
    if (!answer.ok) return showError(answer.message)
    setUndo(null)
    // Left in the editor, the undone text would be a plan to apply it again. Later edits stay, with a warning.
    if (text !== undo.applied) return
    await begin()
    setText(undo.request.text)
  }

  const because = isApplying
    ? 'It is being applied.'
    : problems.length > 0
      ? 'The file has an error.'
      : changes === 0 && isCurrent
        ? 'There is nothing to change.'
        : null
  usePaneActions({
    'form.save': { available: because === null ? isCurrent || 'pending' : { because }, run: apply },
    'form.edit': { available: true, run: () => handle.current?.focus() },
    'study.undo': {
      available: (undo !== null && !isApplying) || {
        because: 'No study file was applied since the page was opened.',
      },
      run: takeBack,
    },
    'study.save-file': {
      available: true,
      run: () => {
        saveStudyFile(text, name)
        if (problems.length > 0) showError(`The file was saved with ${countOf(problems.length, 'error')}.`)
      },
    },
    'study.open-file': { available: true, run: () => openStudyFile(setText) },
    'study.read-project': {
      available: text !== written || { because: 'The text is that of the project.' },
      run: () => setText(written),
    },
  })

  return (
    <div className={classNames(stack['screen'], styles['screen'])}>
      <ObjectBar
        fact={problems.length > 0 ? formatCount(problems.length) : isCurrent ? formatCount(changes) : '…'}
        unit={problems.length > 0 ? wordFor(problems.length, 'error') : wordFor(changes, 'change')}
        definition="The custom variables, cohorts and variable sets of the project as text. Nothing is changed before you apply it."
        primary={{ id: 'form.save', args: {}, label: 'Apply' }}
        secondary={[
          { id: 'study.undo', args: {}, label: 'Undo' },
          { id: 'study.save-file', args: {} },
        ]}
        more={[
          { id: 'study.open-file', args: {} },
          { id: 'study.read-project', args: {} },
        ]}
      />
      <div className={styles['parts']}>
        <div ref={frame} className={styles['text']}>
          <Suspense fallback={<Skeleton lines={10} />}>
            <StudyEditor text={text} onText={setText} problems={problems} handle={handle} />
          </Suspense>
        </div>
        <section className={classNames(stack['section'], styles['plan'])} aria-label="Plan">
          <h2>Plan</h2>
          <CheckOption label="Delete what is not in the file" isChecked={remove} onChange={setRemove} />
          {edited !== undefined && edited.begun !== written && text !== written && (
            <Notice
              tone="warning"
              title="The project was changed after this text was begun."
              actions={<CommandButton id="study.read-project" args={{}} size="small" />}
            >
              Apply would undo that change where the text differs.
            </Notice>
          )}
          {query.isError && syntax.length === 0 ? (
            <Notice tone="error" title={query.error.message} />
          ) : (
            <PlanPart plan={plan} problems={problems} onLine={(line) => handle.current?.goTo(line)} />
          )}
        </section>
      </div>
    </div>
  )
}

const NO_PROBLEMS: Plan['problems'] = []

/** Errors of the grammar are known without the server. */
function syntaxProblems(text: string): Plan['problems'] {
  return parseStudy(text).problems.map(({ from, message }) => {
    const lines = text.slice(0, from).split('\n')
    return { message, line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
  })
}

interface PlanPartProps {
  plan: Plan | undefined
  problems: Plan['problems']
  onLine: (line: number) => void
}

function PlanPart({ plan, problems, onLine }: PlanPartProps) {
  if (problems.length > 0) return <ProblemList problems={problems} onLine={onLine} />
  return plan === undefined ? <Skeleton lines={4} /> : <ChangeList plan={plan} />
}
