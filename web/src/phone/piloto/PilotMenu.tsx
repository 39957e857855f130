import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { logOut } from '../../shell/logOut.ts'
import { OwnPassword } from '../../shell/OwnPassword.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal, sheetClass } from '../../ui/Modal.tsx'
import { tell } from '../../ui/ResultPopup.tsx'
import type { AyudaDialog } from './AyudaDialog.tsx'

const item = 'w-full justify-start py-4 text-base'

/** The pilot's other actions, within the thumb's reach. */
export function PilotMenu({ onClose }: { onClose: () => void }) {
  const [changingPassword, setChangingPassword] = useState(false)
  const [ayuda, setAyuda] = useState<{ Dialog: typeof AyudaDialog } | null>(null)
  if (changingPassword) return <OwnPassword onClose={onClose} />
  if (ayuda) return <ayuda.Dialog onClose={onClose} />
  return (
    <Modal title="Menú" onClose={onClose} className={sheetClass}>
      <div className="mt-4 grid gap-3">
        <Button className={item} onClick={() => void openAyuda(setAyuda)}>
          <CircleQuestionMark aria-hidden="true" className="size-5" />
          Ayuda
        </Button>
        <Button className={item} onClick={() => setChangingPassword(true)}>
          <KeyRound aria-hidden="true" className="size-5" />
          Cambiar contraseña
        </Button>
        <Button className={item} onClick={() => void logOut()}>
          <LogOut aria-hidden="true" className="size-5" />
          Cerrar sesión
        </Button>
        <Button look="quiet" className={item} onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </Modal>
  )
}

/** Seldom read, so it is loaded at the press. */
async function openAyuda(open: (ayuda: { Dialog: typeof AyudaDialog }) => void) {
  try {
    const { AyudaDialog: Dialog } = await import('./AyudaDialog.tsx')
    open({ Dialog })
  } catch {
    void tell('error', 'Error al cargar la ayuda. Revisa tu conexión e inténtalo de nuevo.')
  }
}
