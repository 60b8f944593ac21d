import { useState } from 'react'
import type { Page, PageSize } from '#ui/tables/paging.ts'
import styles from '#ui/tables/pagination.module.css'

interface PaginationProps {
  page: Page<unknown>
  size: PageSize
  sizes: readonly PageSize[]
  onPage: (page: number) => void
  onSize: (size: PageSize) => void
  format: (count: number) => string
  /** The total with its noun; a number alone by default. */
  totalWords?: string
  /** Whether the total is not known yet. */
  isCounting?: boolean | undefined
}

const UNKNOWN = '…'

/** First, previous, next, last, jump to page, and page size (spec section 2); for all rows their number and the size. */
export function Pagination(props: PaginationProps) {
  const { page, size, sizes, onPage, onSize, format, isCounting = false } = props
  const total = isCounting ? UNKNOWN : (props.totalWords ?? format(page.total))
  const isFirst = page.page === 1
  const isLast = page.page === page.pages
  return (
    <nav className={styles['pagination']} aria-label="Pages">
      {size === 'all' ? (
        <span>All {total}</span>
      ) : (
        <>
          <span>
            {page.total === 0 ? '0' : `${format(page.first + 1)}–${format(page.first + page.rows.length)}`} of {total}
          </span>
          <span className={styles['buttons']}>
            <Step label="First page" sign="⇤" isDisabled={isFirst} onPress={() => onPage(1)} />
            <Step label="Previous page" sign="←" isDisabled={isFirst} onPress={() => onPage(page.page - 1)} />
            <span className={styles['wide']}>Page</span>
            <JumpField key={page.page} page={page.page} pages={page.pages} onPage={onPage} />
            <span>of {isCounting ? UNKNOWN : format(page.pages)}</span>
            <Step label="Next page" sign="→" isDisabled={isLast} onPress={() => onPage(page.page + 1)} />
            <Step label="Last page" sign="⇥" isDisabled={isLast} onPress={() => onPage(page.pages)} />
          </span>
        </>
      )}
      <label className={styles['label']}>
        <span>
          Rows<span className={styles['wide']}> per page</span>
        </span>
        <select
          aria-label="Rows per page"
          className={styles['size']}
          value={size}
          onChange={(event) => {
            const chosen = sizes.find((choice) => String(choice) === event.target.value)
            if (chosen !== undefined) onSize(chosen)
          }}
        >
          {sizes.map((choice) => (
            <option key={choice} value={choice}>
              {choice === 'all' ? 'All (scroll)' : choice}
            </option>
          ))}
        </select>
      </label>
    </nav>
  )
}

function Step(props: { label: string; sign: string; isDisabled: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles['step']}
      aria-label={props.label}
      title={props.label}
      disabled={props.isDisabled}
      onClick={props.onPress}
    >
      {props.sign}
    </button>
  )
}

function JumpField({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const [text, setText] = useState(String(page))
  const jump = () => {
    const wanted = Number(text)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pages && wanted !== page) onPage(wanted)
    else setText(String(page))
  }
  return (
    <input
      className={styles['jump']}
      aria-label="Jump to page"
      inputMode="numeric"
      value={text}
      onChange={(event) => {
        if (/^\d*$/.test(event.target.value)) setText(event.target.value)
      }}
      onBlur={jump}
      onKeyDown={(event) => {
        if (event.key === 'Enter') jump()
      }}
    />
  )
}
