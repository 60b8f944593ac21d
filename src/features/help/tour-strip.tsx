import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import type { CommandId } from '#commands/signatures.ts'
import { tourFocusAtom } from '#features/help/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
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

/** One step, and its command. */
export interface TourStep {
  readonly title: string
  readonly words: string
  readonly command: Extract<
    CommandId,
    | 'palette.open'
    | 'variables.search'
    | 'cohort.new-subset'
    | 'variable-set.new'
    | 'download.new'
    | 'pane.split'
    | 'cheat-sheet.open'
  >
}

/** From the catalog to a download, then the shortcuts. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Everything is a command.',
    words: 'A few letters find any page, action, variable or cohort; each row shows its keys.',
    command: 'palette.open',
  },
  {
    title: 'Questions are in the catalog.',
    words: 'Search their words, narrow by form or type, and open one to see how it was answered.',
    command: 'variables.search',
  },
  {
    title: 'People are in cohorts.',
    words: 'Choose a variable and the answers you want: you see at once who matches, and who is unknown.',
    command: 'cohort.new-subset',
  },
  {
    title: 'Columns are in variable sets.',
    words: 'Choose the variables that your file shall have, in their order.',
    command: 'variable-set.new',
  },
  {
    title: 'A set for a cohort is a file.',
    words: 'Look at its first rows, then download it as CSV or as a bundle with its dictionary.',
    command: 'download.new',
  },
  {
    title: 'Panes show pages side by side.',
    words:
      'Split the pane, or open any link with Shift, to compare pages. A new pane begins with a search and your recent work.',
    command: 'pane.split',
  },
  {
    title: 'Every key is on one sheet.',
    words: 'Help at the top has it too, with the guide, the glossary, and this tour.',
    command: 'cheat-sheet.open',
  },
]
