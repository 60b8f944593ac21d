import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { useServices } from '#entities/server-state/services.ts'
import { readExchange, givenTextAtom, giveText } from '#features/definitions/exchange/exchange-text.ts'
import { codeInFragment, decodeShared } from '#features/definitions/exchange/share-code.ts'
import { PlannedImport } from '#features/definitions/planned-import.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { fragmentAtom } from '#workspace/panes/pane-atoms.ts'
import stack from '#ui/stack.module.css'

/** Definitions of a file, the clipboard or a link, before and after they are saved. */
export default function ImportDefinitionsScreen() {
  useSharedText()
  const shared = useAtomValue(givenTextAtom)
  const { queryClient } = useServices()
  const { data: read } = useQuery(
    {
      queryKey: ['exchange', shared?.id],
      enabled: shared !== null,
      staleTime: Infinity,
      queryFn: () => readExchange(shared?.text ?? ''),
    },
    queryClient,
  )
  if (shared === null) {
    return (
      <Notice title="Choose definitions to import." actions={<Sources />}>
        Open a file, drop it anywhere in this window, paste from the clipboard, or open a share link. Nothing is saved
        before you have seen what would be saved.
      </Notice>
    )
  }
  if (read === undefined) return <Skeleton lines={6} />
  if (!read.ok) return <Notice tone="error" title={read.message} actions={<Sources />} />
  return (
    <div className={stack['screen']}>
      <PlannedImport key={shared.id} id={shared.id} read={read} />
    </div>
  )
}

function Sources() {
  return (
    <>
      <CommandButton id="definitions.open-file" args={{}} variant="primary" />
      <CommandButton id="definition.paste" args={{}} />
    </>
  )
}

/** Takes the code of a share link, once. A damaged one becomes a text that is refused. */
function useSharedText(): void {
  const store = useStore()
  const [fragment, setFragment] = useAtom(fragmentAtom)
  const code = codeInFragment(fragment)
  useEffect(() => {
    if (code === null) return
    setFragment('')
    void decodeShared(code).then((text) => giveText(store, text ?? ''))
  }, [code, setFragment, store])
}
