import { useSetAtom } from 'jotai'
import { Suspense, useLayoutEffect, type ReactNode } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { invocationOf, type Invocation } from '#command-kit/declaration.ts'
import { useRegistry } from '#command-kit/hooks.ts'
import type { ButtonVariant } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { optionalPart } from '#ui/optional-part.ts'
import { Popup } from '#ui/overlays/popup.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { hasThingMenuAtom } from '#workspace/panes/thing-menu.ts'
import stack from '#ui/stack.module.css'
import styles from '#workspace/detail/detail-page.module.css'

const MenuGroups = optionalPart(async () => (await import('#workspace/detail/menu-groups.tsx')).MenuGroups)

interface DetailPageProps {
  /** The object bar. */
  bar: ReactNode
  /** The first part of the body, above the inspector in a narrow pane. Default: the whole body. */
  picture?: ReactNode
  /** Metadata: at the right of a wide pane. */
  inspector?: ReactNode
  /** Begins with a chart or a table. */
  children: ReactNode
}

/** The page of one thing: object bar, body and inspector. */
export function DetailPage({ bar, picture, inspector, children }: DetailPageProps) {
  return (
    <div className={classNames(styles['page'], inspector !== undefined && styles['inspected'])}>
      {bar}
      <div className={styles['main']}>{picture ?? children}</div>
      {inspector !== undefined && (
        <aside className={styles['inspector']} aria-label="Details">
          {inspector}
        </aside>
      )}
      {picture !== undefined && <div className={styles['main']}>{children}</div>}
    </div>
  )
}

/** A command with its arguments; the label replaces the command's title. */
export type BarAction = Invocation & { readonly label?: string; readonly isPressed?: boolean }

interface ObjectBarProps {
  /** The title, where the pane's title names another thing. */
  title?: ReactNode
  /** The key fact: a number, "hidden", or "…" while it is counted. */
  fact: ReactNode
  unit: ReactNode
  /** One sentence. */
  definition?: ReactNode
  primary?: BarAction | null
  /** Two or three. */
  secondary: readonly BarAction[]
  /** The rest, in a menu with their keys. */
  more: readonly BarAction[]
}

/** Shown alone until the number arrives: words after it would move. */
const WAITING = '…'

/** The key fact, the definition and the commands of a thing. */
export function ObjectBar({ title, fact, unit, definition, primary, secondary, more }: ObjectBarProps) {
  const isOfPage = title === undefined
  const placed = useRegistry().placed('thing-menu')
  const setHasThingMenu = useSetAtom(hasThingMenuAtom(usePaneId()))
  useLayoutEffect(() => {
    if (!isOfPage) return undefined
    setHasThingMenu(true)
    return () => setHasThingMenu(false)
  }, [isOfPage, setHasThingMenu])
  const menu = [...more, ...(isOfPage ? placed.map(({ id }) => invocationOf(id, {})) : [])]
  return (
    <div className={styles['container']}>
      <div className={styles['bar']}>
        <div className={styles['facts']}>
          {title}
          <p key={String(fact === WAITING)} className={classNames(stack['big'], styles['fact'])}>
            {fact} <span className={stack['unit']}>{unit}</span>
          </p>
          {definition !== undefined && definition !== '' && <div className={stack['question']}>{definition}</div>}
        </div>
        <div className={styles['actions']} role="group" aria-label="Actions">
          {primary && <ActionButton action={primary} variant="primary" hasKeys />}
          {secondary.map((action) => (
            <ActionButton key={action.id} action={action} />
          ))}
          {menu.length > 0 && (
            <span className={styles['more']}>
              <Popup label="More actions" sign="⋯">
                {(close) => (
                  <Suspense fallback={<Skeleton lines={6} />}>
                    <MenuGroups menu={menu} close={close} />
                  </Suspense>
                )}
              </Popup>
            </span>
          )}
        </div>
      </div>
    </div>
  )
}

interface ActionButtonProps {
  action: BarAction
  variant?: ButtonVariant
  hasKeys?: boolean
}

function ActionButton({ action, variant, hasKeys = false }: ActionButtonProps) {
  const { id, args, label, isPressed } = action
  return (
    <CommandButton id={id} args={args} variant={variant} {...(isPressed !== undefined && { isPressed })}>
      {label === undefined ? undefined : (
        <>
          {label}
          {/* The button's aria-keyshortcuts speaks them. */}
          {hasKeys && (
            <span className={styles['keys']} aria-hidden="true">
              <CommandKeys id={id} />
            </span>
          )}
        </>
      )}
    </CommandButton>
  )
}
