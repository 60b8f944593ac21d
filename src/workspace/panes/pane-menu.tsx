import { memo } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { useCommandView, useRegistry } from '#command-kit/hooks.ts'
import { Popup } from '#ui/overlays/popup.tsx'
import styles from '#workspace/panes/pane-menu.module.css'

const NOTHING = {}

/** The pane's menu, and buttons for its two most frequent commands. */
export const PaneMenu = memo(function PaneMenu() {
  const registry = useRegistry()
  const commands = registry.placed('pane-menu')
  if (commands.length === 0) return null

  const at = (id: string) => commands.find((placed) => placed.id === id)

  return (
    <div className={styles['bar']}>
      {at('pane.split') && (
        <CommandButton id="pane.split" args={{}} variant="quiet" size="small" label="Split pane">
          <Icon path="M2.5 3h11v10h-11zM8 3v10" />
        </CommandButton>
      )}
      <Popup label="Pane menu" sign={<Icon path="M2.5 8h1M7.5 8h1M12.5 8h1" />}>
        {(close) =>
          commands.map(({ id }) => (
            <div key={id} className={styles['entry']}>
              <CommandButton id={id} args={{}} variant="quiet" className={styles['command'] ?? ''} onDone={close} />
              <CommandKeys id={id} />
            </div>
          ))
        }
      </Popup>
      {at('pane.close') && <CloseButton />}
    </div>
  )
})

/** Not rendered for the last pane. */
function CloseButton() {
  const { availability } = useCommandView('pane.close', NOTHING)
  if (availability !== true) return null
  return (
    <CommandButton id="pane.close" args={{}} variant="quiet" size="small" label="Close pane">
      <Icon path="M4 4l8 8M12 4l-8 8" />
    </CommandButton>
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg className={styles['icon']} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
