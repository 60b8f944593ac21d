import { useEffect } from 'react'
import { useCommandContext } from '#command-kit/hooks.ts'
import { showError } from '#ui/overlays/toasts.ts'

/** Takes a JSON file that is dropped anywhere in the window, unless a part of the page takes it. */
export function DropDefinitions() {
  const { store, run } = useCommandContext()
  useEffect(() => {
    const handleDragOver = (event: DragEvent) => {
      // Without this the browser would open the file instead of the page.
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const handleDrop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (event.defaultPrevented || file === undefined) return
      event.preventDefault()
      void take(file)
    }
    const take = async (file: File) => {
      if (!/\.json$/i.test(file.name)) return showError('Only JSON files of definitions can be dropped here.')
      const { importFile } = await import('#features/definitions/exchange/use-cases.ts')
      const failure = await importFile({ store, run }, file)
      if (failure) showError(failure.message)
    }
    window.addEventListener('dragover', handleDragOver)
    window.addEventListener('drop', handleDrop)
    return () => {
      window.removeEventListener('dragover', handleDragOver)
      window.removeEventListener('drop', handleDrop)
    }
  }, [store, run])
  return null
}
