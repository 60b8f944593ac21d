import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import type { BarAction } from '#workspace/detail/detail-page.tsx'
import popup from '#ui/overlays/popup.module.css'

interface MenuGroupsProps {
  menu: readonly BarAction[]
  close: () => void
}

/** The commands of a thing's menu with their keys, under headings. */
export function MenuGroups({ menu, close }: MenuGroupsProps) {
  return inGroups(menu).map(([heading, actions]) => (
    <section key={heading} aria-label={heading} className={popup['part']}>
      <h3>{heading}</h3>
      {actions.map(({ id, args, label, isPressed }) => (
        // Closes before the command opens a dialog, which would restore the focus to a hidden button.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Enter on the button is a click
        <div key={id} className={popup['entry']} onClick={({ target }) => isUnavailable(target) || close()}>
          <CommandButton
            id={id}
            args={args}
            variant="quiet"
            className={popup['command'] ?? ''}
            {...(isPressed !== undefined && { isPressed })}
          >
            {label}
          </CommandButton>
          <CommandKeys id={id} />
        </div>
      ))}
    </section>
  ))
}

/** The headings of a thing's menu, with the commands under each; the others are under the last. */
const HEADINGS = [
  ['Build from it', /^(cohort\.(build|new-)|pedigree\.new|custom-variable\.(new|start)|variable-set\.duplicate)/],
  ['Look', /^(variable\.show|compare\.|cohorts?\.(compare|describe)|history\.|pedigrees\.draw)/],
  ['Share and export', /^(definitions?\.(save|share|copy)|methods\.|code\.|.+\.save-)/],
  ['Manage', /^/],
] as const

/** A menu in groups; the order of its commands stays, but Delete is the last. */
function inGroups(menu: readonly BarAction[]): readonly (readonly [string, readonly BarAction[]])[] {
  const headingOf = ({ id }: BarAction) => HEADINGS.find(([, ids]) => ids.test(id))?.[0]
  const isDelete = ({ id }: BarAction) => Number(id === 'form.delete')
  return HEADINGS.flatMap(([heading]) => {
    const actions = menu.filter((action) => headingOf(action) === heading)
    return actions.length === 0
      ? []
      : [[heading, actions.toSorted((one, other) => isDelete(one) - isDelete(other))] as const]
  })
}

/** Whether a click is on a command that shows why it cannot run. */
function isUnavailable(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[aria-disabled]') !== null
}
