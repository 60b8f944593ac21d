import { formatCount } from '#domain/numbers.ts'
import type { ComparedRow } from '#entities/comparing/compared-table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#features/comparing/comparison.module.css'
import stack from '#ui/stack.module.css'

interface PairedBarsProps {
  title: string
  names: readonly string[]
  /** The cohorts without counts here, by their places. */
  isLeftOut?: readonly boolean[]
  rows: readonly ComparedRow[]
  wordsOf: (key: string) => string
  /** The base of the percentages. */
  base: string
}

/** A bar for each cohort in each row, all on one scale, in percent of the cohort. */
export function PairedBars({ title, names, isLeftOut = NONE, rows, wordsOf, base }: PairedBarsProps) {
  const longest = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ share }) => share ?? 0)))
  return (
    <section className={styles['paired']} aria-label={title}>
      <h3>{title}</h3>
      <table className={styles['pairs']} aria-label={title}>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              <th scope="row">{wordsOf(key)}</th>
              <td>
                {cells.map(({ count, share }, place) =>
                  isLeftOut[place] === true ? null : (
                    <div key={names[place]} className={styles['pair']}>
                      <VisuallyHidden>{names[place]}: </VisuallyHidden>
                      <span className={styles['track']} aria-hidden="true">
                        {share !== null && share > 0 && (
                          <span
                            className={styles['bar']}
                            data-series={place}
                            style={{ width: `${(100 * share) / longest}%` }}
                          />
                        )}
                      </span>
                      <span className={styles['figure']}>{share === null ? 'hidden' : `${share.toFixed(1)}%`}</span>
                      <span className={styles['count']}>{count === null ? '' : formatCount(count)}</span>
                    </div>
                  ),
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={stack['muted']}>{base}</p>
    </section>
  )
}

const NONE: readonly boolean[] = []

/** The colours of the cohorts. */
export function CohortColours({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles['colours']} aria-label="Colours">
      {names.map((name, place) => (
        <li key={name}>
          <span className={styles['swatch']} data-series={place} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}
