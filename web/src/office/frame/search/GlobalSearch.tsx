import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../../api/session.ts'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { useDocumentEvent } from '../../../ui/useDocumentEvent.ts'
import { useLazyModule } from '../../../ui/useLazyModule.ts'
import { type SearchDialogProps, searchDialogClass } from './searchDialogProps.ts'

const isMac = navigator.platform.startsWith('Mac')

/** Opens the global search by button or Ctrl+K. */
export function GlobalSearch({ session }: { session: Session }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const onClose = () => {
    setOpen(false)
    setText('')
  }
  const loaded = useLazyModule(open, 'la búsqueda', () => import('./SearchDialog.tsx'), onClose)
  useDocumentEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key.toLowerCase() !== 'k' || !(isMac ? metaKey : ctrlKey) || altKey || shiftKey) return
    // Always prevents the browser's own search, but opens nothing over another dialog.
    event.preventDefault()
    if (!document.querySelector('dialog[open]')) setOpen(true)
  })
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex size-11 items-center gap-2.5 rounded-ui max-md:justify-center md:h-10 md:w-full md:max-w-64 md:border md:border-field md:px-3 md:text-muted hover:bg-sunken"
      >
        <Search aria-hidden="true" className="size-5 md:size-4.5" />
        <span className="flex-1 text-left max-md:sr-only">Buscar</span>
        <kbd aria-hidden="true" className="office-type text-sm max-xl:hidden">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {open &&
        (loaded ? (
          <loaded.SearchDialog {...{ session, text, setText, onClose }} />
        ) : (
          <SearchPlaceholder {...{ text, setText, onClose }} />
        ))}
    </>
  )
}

/** Takes the typed text while the dialog loads: otherwise the page would handle the keys. */
function SearchPlaceholder({ text, setText, onClose }: Omit<SearchDialogProps, 'session'>) {
  return (
    <Modal title="Buscar" onClose={onClose} className={searchDialogClass}>
      <input
        aria-label="Buscar"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={cx(inputClass, 'mt-3 pl-10')}
      />
    </Modal>
  )
}
