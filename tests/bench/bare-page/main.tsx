import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that answers as the palette does: a key opens a dialog with one row. */
function BarePage() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !event.ctrlKey) return
      event.preventDefault()
      setIsOpen(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  return (
    <main>
      <h1>React alone</h1>
      {isOpen && (
        <div role="dialog">
          <div role="option" aria-selected="true">
            Row
          </div>
        </div>
      )}
    </main>
  )
}

const root = document.querySelector('#root')
if (root) createRoot(root).render(<BarePage />)
