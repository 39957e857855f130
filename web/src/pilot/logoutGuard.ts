import { getSession, onSessionChange } from '../api/session.ts'
import { setLogoutGuard } from '../shell/logOut.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { unsentText } from './outbox/statusText.ts'
import { deleteLecturas, readItems } from './outbox/store.ts'

// What a pilot's session that ends, on whichever page or in another tab, leaves on the phone.

const currentPilotId = () => {
  const session = getSession()
  return session?.rol_nombre === 'piloto' ? session.user.id : undefined
}

// What waits stays here.
setLogoutGuard(async () => {
  const items = (await readItems(currentPilotId() ?? 0)) ?? []
  if (items.length === 0) return true
  const stays = items.length === 1 ? 'Se queda' : 'Se quedan'
  return confirm(
    `Tienes ${unsentText(items)} sin enviar. ${stays} en este teléfono hasta que vuelvas a entrar con tu usuario. ¿Deseas salir?`,
  )
})

let lastPilotId = currentPilotId()

// What was read goes.
onSessionChange(() => {
  const now = currentPilotId()
  if (lastPilotId !== undefined && lastPilotId !== now) void deleteLecturas(now)
  lastPilotId = now
})
