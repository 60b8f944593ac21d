import { useAtom } from 'jotai'
import { Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import pages from 'virtual:handbook'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import {
  HANDBOOK,
  HANDBOOK_DOORS,
  type HandbookDoor,
  type HandbookPage,
  type HandbookPageId,
  type HandbookPlace,
} from '#domain/handbook.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { foldText } from '#domain/text/text.ts'
import { AccessDraft } from '#features/help/access-draft.tsx'
import { HandbookBlocks, textOfBlock } from '#features/help/handbook-blocks.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { focusStop, useRoving } from '#ui/use-roving.ts'
import { listSearchAtom } from '#workspace/lists/list-view.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import styles from '#features/help/screens/handbook.module.css'
import stack from '#ui/stack.module.css'

/** The handbook by page, with a search over all pages. */
export default function HandbookScreen({ args: { page, heading } }: ScreenProps<Partial<HandbookPlace>>) {
  const paneId = usePaneId()
  const [text, setText] = useAtom(listSearchAtom(paneId))
  const field = useRef<HTMLInputElement>(null)
  /** The search whose first section gets the focus, as soon as it is found. */
  const [entered, setEntered] = useState<string | null>(null)
  usePaneActions({ 'list.search': { available: true, run: () => field.current?.focus() } })
  return (
    <div className={stack['screen']}>
      <TextField
        ref={field}
        label="Search the handbook"
        type="search"
        value={text}
        onChange={setText}
        placeholder="cohort, backup, MIN_CELL…"
        isOptional
        onLeave={() => setEntered(text)}
      />
      {page === undefined && text.trim() === '' ? (
        <Doors />
      ) : (
        <div className={styles['parts']}>
          <Contents page={page} />
          <Suspense fallback={<Skeleton shape="page" />}>
            {page !== undefined && text.trim() === '' ? (
              <Page key={`${page} ${heading}`} id={page} headingId={heading} />
            ) : (
              <Found text={text} takesFocus={entered === text} onFocus={() => setEntered(null)} />
            )}
          </Suspense>
        </div>
      )}
    </div>
  )
}

const READERS: Readonly<Record<HandbookDoor, string>> = {
  Use: 'For researchers',
  Operate: 'For administrators',
  Understand: 'For developers and reviewers',
}

const ABOUT: Readonly<Record<HandbookPageId, string>> = {
  use: 'First steps, and the chapters of the guide.',
  access: 'Who may see what, and how to apply.',
  expressions: 'Cohorts as text in the palette and in builders.',
  studies: 'A project as text: read, edit, plan, apply.',
  terminal: 'Search, count, plan, apply and download at a terminal.',
  clients: 'Count, describe and download in scripts and notebooks.',
  glossary: 'Every term in one sentence.',
  operate: 'Install, back up, accounts, settings and commands.',
  security: 'What counts disclose, and what protects them.',
  import: 'Formats, checks, follow-up imports and undo.',
  scaling: 'PostgreSQL, Citus and several servers.',
  api: 'Requests, capabilities and their rules.',
  architecture: 'Rooms, imports between them, and dependencies.',
  decisions: 'What was decided, and why.',
  proof: 'How counts are tested.',
  performance: 'Measured times and sizes.',
}

/** The beginning: the pages by purpose, each with a sentence. */
function Doors() {
  return (
    <nav aria-label="Pages of the handbook" className={styles['beginning']}>
      {HANDBOOK_DOORS.map(({ door, pages: behind }) => (
        <section key={door}>
          <h2>{door}</h2>
          <p className={stack['muted']}>{READERS[door]}</p>
          <ul>
            {behind.map(({ id, title }) => (
              <li key={id}>
                <CommandLink id="help.show" args={{ page: id }}>
                  {title}
                </CommandLink>
                <p className={stack['muted']}>{ABOUT[id]}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Contents({ page }: { page: HandbookPageId | undefined }) {
  return (
    <nav aria-label="Pages of the handbook" className={styles['doors']}>
      {HANDBOOK_DOORS.map(({ door, pages: behind }) => (
        <section key={door}>
          <h2>{door}</h2>
          <ul className={styles['pages']}>
            {behind.map(({ id, title }) => (
              <li key={id}>
                <CommandLink id="help.show" args={{ page: id }} isCurrent={id === page}>
                  {title}
                </CommandLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

const loading = new Map<HandbookPageId, Promise<HandbookPage>>()

/** The same promise for each render of a page, also a failed one: React would otherwise ask again without end. */
function pageOf(id: HandbookPageId): Promise<HandbookPage> {
  const promise = loading.get(id) ?? pages[id]().then((module) => module.default)
  loading.set(id, promise)
  return promise
}

/** One page, scrolled to a heading. */
function Page({ id, headingId }: { id: HandbookPageId; headingId: string | undefined }) {
  const { title, blocks } = use(pageOf(id))
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    const heading =
      headingId === undefined ? null : article.current?.querySelector(`[data-place="${CSS.escape(headingId)}"]`)
    heading?.scrollIntoView({ block: 'start' })
  }, [headingId])
  return (
    <article ref={article} className={styles['page']} aria-label={title}>
      {id === 'access' && <AccessDraft />}
      <HandbookBlocks blocks={blocks} />
      <Neighbours id={id} />
    </article>
  )
}

/** The pages before and after a page, in the order of the contents. */
function Neighbours({ id }: { id: HandbookPageId }) {
  const place = HANDBOOK.findIndex((page) => page.id === id)
  const [previous, next] = [HANDBOOK[place - 1], HANDBOOK[place + 1]]
  return (
    <nav aria-label="Previous and next page" className={styles['neighbours']}>
      {previous && (
        <p>
          <span className={stack['muted']}>Previous</span>
          <CommandLink id="help.show" args={{ page: previous.id }}>
            {previous.title}
          </CommandLink>
        </p>
      )}
      {next && (
        <p>
          <span className={stack['muted']}>Next</span>
          <CommandLink id="help.show" args={{ page: next.id }}>
            {next.title}
          </CommandLink>
        </p>
      )}
    </nav>
  )
}

interface Section extends HandbookPlace {
  readonly title: string
  readonly text: string
}

interface FoundProps {
  text: string
  /** Whether the first section gets the focus. */
  takesFocus: boolean
  onFocus: () => void
}

/** The sections that contain all words. Arrow keys move among them. */
function Found({ text, takesFocus, onFocus }: FoundProps) {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  const hasWords = (one: string) => words.every((word) => foldText(one).includes(word))
  const found = use(allSections())
    .filter((section) => hasWords(section.text))
    // Sections about the words come before those that mention them.
    .toSorted((one, other) => Number(hasWords(other.title)) - Number(hasWords(one.title)))
  const list = useRef<HTMLUListElement>(null)
  const { stop: _, ...roving } = useRoving([...found.keys()], 1)
  const focusFirst = useEffectEvent(() => {
    if (list.current) focusStop(list.current, 0)
    onFocus()
  })
  useEffect(() => {
    if (takesFocus) focusFirst()
  }, [takesFocus])
  if (found.length === 0) return <p role="status">{NO_RESULTS}</p>
  return (
    <ul ref={list} className={styles['found']} aria-label="Sections found" {...roving}>
      {found.map(({ page, heading, title, text: body }, place) => (
        <li key={`${page} ${heading}`} data-stop={place}>
          <CommandLink id="help.show" args={{ page, ...(heading !== undefined && { heading }) }}>
            {title}
          </CommandLink>
          <p className={stack['muted']}>{excerptOf(body, words[0] ?? '')}</p>
        </li>
      ))}
    </ul>
  )
}

const AROUND = 90

/** The text around the first match, in whole words. */
function excerptOf(body: string, word: string): string {
  const place = Math.max(0, foldText(body).indexOf(word))
  const from = place <= AROUND ? 0 : body.indexOf(' ', place - AROUND) + 1
  const to = place + AROUND >= body.length ? body.length : body.lastIndexOf(' ', place + AROUND)
  return `${from > 0 ? '… ' : ''}${body.slice(from, Math.max(to, place))}${to < body.length ? ' …' : ''}`
}

/** Each page is split at its second-level headings. */
function sectionsOf({ id, title, blocks }: HandbookPage): readonly Section[] {
  const sections: Section[] = [{ page: id, title, text: title }]
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth === 2) {
      sections.push({ page: id, heading: block.id, title: `${title} › ${block.text}`, text: block.text })
      continue
    }
    const last = sections.pop()
    if (last) sections.push({ ...last, text: `${last.text} ${textOfBlock(block)}` })
  }
  return sections
}

let everySection: Promise<readonly Section[]> | null = null

function allSections(): Promise<readonly Section[]> {
  everySection ??= Promise.all(HANDBOOK.map(({ id }) => pageOf(id))).then((all) => all.flatMap(sectionsOf))
  return everySection
}
