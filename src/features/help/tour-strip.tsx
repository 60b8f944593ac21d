import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { useRegistry } from '#command-kit/hooks.ts'
import type { CommandId } from '#commands/signatures.ts'
import { definitionAtom } from '#entities/cohorts/building/use-cohort-builder.ts'
import { isLastStep, moveTour, tourFocusAtom } from '#features/help/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { focusedIdAtom, focusedPaneAtom } from '#workspace/panes/pane-atoms.ts'
import styles from '#features/help/tour.module.css'
import stack from '#ui/stack.module.css'

/** A strip above the panes that covers nothing, with the command to try. */
export default function TourStrip({ place }: { place: number }) {
  const strip = useRef<HTMLElement>(null)
  const asked = useAtomValue(tourFocusAtom)
  useEffect(() => {
    if (asked > 0) strip.current?.focus()
  }, [asked])
  useEffect(
    () => () => {
      // The focused button is gone: otherwise the focus would return to the top of the page.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus()
      })
    },
    [],
  )
  const step = TOUR_STEPS[place]
  useProgress(step)
  if (!step) return null
  return (
    <section ref={strip} className={classNames(stack['strip'], styles['tour'])} aria-label="Tour" tabIndex={-1}>
      <p className={styles['words']} aria-live="polite">
        <span className={styles['place']}>
          {place + 1} of {TOUR_STEPS.length}
        </span>{' '}
        <strong>{step.title}</strong> {step.words}
      </p>
      <div className={styles['acts']}>
        <CommandButton id={step.command} args={{}} size="small" />
        <CommandKeys id={step.command} />
        <span className={styles['moves']}>
          <CommandButton id="tour.back" args={{}} size="small" variant="quiet" />
          <CommandButton id="tour.next" args={{}} size="small" variant="primary" />
          <CommandButton id="tour.end" args={{}} size="small" variant="quiet" />
        </span>
      </div>
    </section>
  )
}

/** What a step waits for. */
interface Progress {
  /** The URL of the focused pane. */
  readonly url: string
  readonly page: CommandId | undefined
  /** Whether the builder of the pane has a complete definition. */
  readonly isDefined: boolean
}

/** One step: what to do, its command, and whether it is done. */
export interface TourStep {
  /** The style sheet points to the place of the step by this name. */
  readonly name: 'find' | 'open' | 'choose' | 'save'
  readonly title: string
  readonly words: string
  readonly command: Extract<CommandId, 'variables.search' | 'list.open' | 'cohort.new-subset' | 'form.save'>
  readonly isDone: (progress: Progress) => boolean
}

/** From a question to a cohort. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    name: 'find',
    title: 'Find a question.',
    words: 'Type one of its words into the search of the catalog, such as “sleep”.',
    command: 'variables.search',
    isDone: ({ page, url }) => page === 'variables.search' && /[?&]q=[^&]/.test(url),
  },
  {
    name: 'open',
    title: 'Open it.',
    words: 'Click a row, or press ArrowDown and Enter. Its page shows how the question was answered.',
    command: 'list.open',
    isDone: ({ page }) => page === 'variable.show',
  },
  {
    name: 'choose',
    title: 'Choose an answer.',
    words: 'A subset has the individuals who gave it. You see at once how many they are, and who is unknown.',
    command: 'cohort.new-subset',
    isDone: ({ isDefined }) => isDefined,
  },
  {
    name: 'save',
    title: 'Save the cohort.',
    words: 'A name is suggested. A cohort is compared, described and downloaded from its page.',
    command: 'form.save',
    isDone: ({ page }) => page === 'cohort.show',
  },
]

/** Shows the next step when the task of this one is done after its start. The last step ends the tour. */
function useProgress(step: TourStep | undefined): void {
  const store = useStore()
  const registry = useRegistry()
  const { url } = useAtomValue(focusedPaneAtom)
  const isDefined = useAtomValue(definitionAtom(useAtomValue(focusedIdAtom))) !== null
  const isDone = step?.isDone({ url, page: registry.routeOf(url)?.id, isDefined }) ?? false
  const began = useRef({ step, isDone })
  useEffect(() => {
    if (began.current.step !== step || !isDone) {
      began.current = { step, isDone }
      return
    }
    if (began.current.isDone) return
    if (isLastStep({ store })) showSuccess('You found a question and made a cohort of its answers. The tour is over.')
    moveTour({ store }, 1)
  }, [store, step, isDone])
  const name = step?.name
  useEffect(() => {
    if (name === undefined) return undefined
    document.documentElement.dataset['tour'] = name
    return () => {
      delete document.documentElement.dataset['tour']
    }
  }, [name])
}
