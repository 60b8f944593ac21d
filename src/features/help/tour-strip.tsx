import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { tourFocusAtom } from '#features/help/use-cases.ts'
import styles from '#features/help/tour.module.css'
import { TOUR_STEPS } from '#features/help/tour-steps.ts'

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
    <section ref={strip} className={styles['tour']} aria-label="Tour" tabIndex={-1}>
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
