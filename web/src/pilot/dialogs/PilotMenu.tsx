import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import HandCoins from 'lucide-react/icons/hand-coins'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { logOut } from '../../shell/logOut.ts'
import { OwnPasswordDialog } from '../../shell/OwnPasswordDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal, sheetClass } from '../../ui/Modal.tsx'
import { useLazyModule } from '../../ui/useLazyModule.ts'

const menuItemClass = 'w-full justify-start py-4 text-base'

export function PilotMenu({ onClose }: { onClose: () => void }) {
  const [changingPassword, setChangingPassword] = useState(false)
  const [showsAyuda, setShowsAyuda] = useState(false)
  const [, navigate] = useLocation()
  const ayuda = useLazyModule(
    showsAyuda,
    'la ayuda',
    () => import('./AyudaDialog.tsx'),
    () => setShowsAyuda(false),
  )
  const [showsDinero, setShowsDinero] = useState(false)
  const dinero = useLazyModule(
    showsDinero,
    'tu dinero',
    () => import('./MiDineroDialog.tsx'),
    () => setShowsDinero(false),
  )
  if (dinero) return <dinero.MiDineroDialog onClose={onClose} />
  if (changingPassword) return <OwnPasswordDialog onClose={onClose} />
  if (ayuda) return <ayuda.AyudaDialog onClose={onClose} />
  const items = [
    { label: 'Mi dinero', Icon: HandCoins, onClick: () => setShowsDinero(true) },
    { label: 'Ayuda', Icon: CircleQuestionMark, onClick: () => setShowsAyuda(true) },
    { label: 'Cambiar contraseña', Icon: KeyRound, onClick: () => setChangingPassword(true) },
    { label: 'Mi cuenta', Icon: UserRound, onClick: () => navigate('/mi-cuenta') },
    { label: 'Cerrar sesión', Icon: LogOut, onClick: () => void logOut() },
  ]
  return (
    <Modal title="Menú" onClose={onClose} className={sheetClass}>
      <div className="mt-4 grid gap-3">
        {items.map(({ label, Icon, onClick }) => (
          <Button key={label} className={menuItemClass} onClick={onClick}>
            <Icon className="size-5" />
            {label}
          </Button>
        ))}
        <Button look="quiet" className={menuItemClass} onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </Modal>
  )
}
