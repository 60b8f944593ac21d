import { useRef, type ReactNode, type Ref } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useFirstField } from '#workspace/use-first-field.ts'
import stack from '#ui/stack.module.css'
import styles from '#workspace/builder-frame.module.css'

interface BuilderFrameProps {
  ref?: Ref<HTMLDivElement>
  /** The fields, at the left. */
  definition: ReactNode
  /** The live result, at the right; below the definition in a pane of less than 900 px. */
  result: ReactNode
  /** The definition needs more width than the result. */
  isWide?: boolean | undefined
  /** The live number; null without one. */
  count: LiveCount | null
  /** The first open requirement of Save, shown beside or in place of the number. */
  todo: ReactNode
  name: ReactNode
  /** The name is the first field of the definition, for builders without a result to name. */
  beginsWithName?: boolean | undefined
  /** Default: "Save". */
  saveLabel?: string | undefined
  /** Further commands beside Save. */
  actions?: ReactNode
  /** The error of the last save. */
  failure?: ReactNode
  /** The definition itself answers the key that leads to its first field. */
  hasOwnStart?: boolean | undefined
}

export interface LiveCount {
  readonly text: string
  /** The base of the number: "of 106,466". */
  readonly base: string
  /** Whether a newer number is being counted. */
  readonly isOlder: boolean
}

/**
 * The layout of all builders: definition, result, and a sticky footer with the live number, the name and Save; in a
 * narrow pane the name ends the definition. Tab goes from the last field of the definition to the footer, and from there
 * to the result.
 */
export function BuilderFrame(props: BuilderFrameProps) {
  const { ref, definition, result, isWide = false, count, todo, name, saveLabel, actions, failure } = props
  const fields = useRef<HTMLDivElement>(null)
  const start = () => startOf(fields.current)?.focus()
  const isLoading = () => fields.current?.querySelector('[data-loading]') instanceof Element
  useFirstField(() => (props.hasOwnStart ? undefined : emptyField(fields.current)), isLoading)
  usePaneActions(props.hasOwnStart ? {} : { 'list.search': { available: true, run: start } })
  return (
    <div ref={ref} className={styles['frame']} data-wide={isWide}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a delegated listener */}
      <div
        ref={fields}
        className={styles['definition']}
        data-builder="definition"
        onKeyDown={(event) => {
          // The key that leads here, by habit: no variable begins with it.
          if (event.key === '/' && event.target === emptyField(fields.current)) event.preventDefault()
        }}
      >
        {props.beginsWithName && <div data-builder="name">{name}</div>}
        {definition}
      </div>
      <footer className={styles['footer']}>
        {!props.beginsWithName && (
          <div className={styles['name']} data-builder="name">
            {name}
          </div>
        )}
        <div className={styles['bar']}>
          {failure && <div className={styles['failure']}>{failure}</div>}
          <div className={styles['state']}>
            <div role="status" aria-busy={count?.isOlder ?? false}>
              {count !== null && (
                <span className={classNames(styles['number'], count.isOlder && stack['dimmed'])}>
                  <strong>{count.text}</strong> {count.base}
                </span>
              )}
            </div>
            <div className={styles['todo']}>{todo}</div>
          </div>
          <div className={styles['actions']}>
            <CommandButton id="form.save" args={{}} variant="primary">
              {saveLabel}
            </CommandButton>
            <span className={styles['keys']}>
              <CommandKeys id="form.save" />
            </span>
            {actions}
          </div>
        </div>
      </footer>
      <div className={styles['result']}>
        <div ref={followHeight} className={styles['pinned']}>
          {result}
        </div>
      </div>
    </div>
  )
}

/** The pane alone scrolls: where a higher result sticks depends on its height. */
function followHeight(pinned: HTMLDivElement) {
  const observer = new ResizeObserver(() => {
    pinned.style.setProperty('--pinned-height', `${pinned.offsetHeight}px`)
  })
  observer.observe(pinned)
  return () => observer.disconnect()
}

/** Focuses the field of an open requirement of Save: the name, or the first empty or invalid field of the definition. */
export function leadToField(paneId: string, part: 'definition' | 'name'): void {
  const place = document.querySelector<HTMLElement>(`[data-pane="${CSS.escape(paneId)}"] [data-builder="${part}"]`)
  const unchosen = place?.querySelector<HTMLElement>('fieldset:not(:has(:checked)) [type="radio"]')
  const field = part === 'name' ? fieldsIn(place)[0] : (fieldsIn(place).find(isOpenField) ?? unchosen)
  field?.scrollIntoView({ block: 'nearest' })
  field?.focus()
}

const TYPED = 'input:not([type="hidden"], [type="radio"], [type="checkbox"]), select, textarea'

/** The first empty field that is required, else the first field. */
function startOf(fields: HTMLElement | null): HTMLElement | undefined {
  return emptyField(fields) ?? fieldsIn(fields)[0]
}

function emptyField(fields: HTMLElement | null): HTMLElement | undefined {
  return fieldsIn(fields).find(isEmpty)
}

function isEmpty(field: HTMLInputElement): boolean {
  return field.value === '' && field.ariaRequired !== 'false' && field.dataset['chosen'] !== 'true'
}

/** Whether a field is required and empty, or invalid. */
export function isOpenField(field: HTMLInputElement): boolean {
  return isEmpty(field) || field.ariaInvalid === 'true'
}

function fieldsIn(fields: HTMLElement | null): HTMLInputElement[] {
  return [...(fields?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])]
}
