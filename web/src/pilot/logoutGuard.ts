import { getSession, onSession } from '../api/session.ts'
import { askBeforeLogOut } from '../shell/logOut.ts'
import { ask } from '../ui/ConfirmDialog.tsx'
import { inWords } from './outbox/statusText.ts'
import { dropLecturas, readItems } from './outbox/store.ts'

// What a pilot's session that ends, on whichever page or in another tab, leaves on the phone.

const pilotNow = () => {
  const session = getSession()
  return session?.rol_nombre === 'piloto' ? session.user.id : undefined
}

// What waits stays here.
askBeforeLogOut(async () => {
  const items = (await readItems(pilotNow() ?? 0)) ?? []
  if (items.length === 0) return true
  const stays = items.length === 1 ? 'Se queda' : 'Se quedan'
  return ask(
    `Tienes ${inWords(items)} sin enviar. ${stays} en este teléfono hasta que vuelvas a entrar con tu usuario. ¿Deseas salir?`,
  )
})

let pilot = pilotNow()

// What was read goes.
onSession(() => {
  const now = pilotNow()
  if (pilot !== undefined && pilot !== now) void dropLecturas(now)
  pilot = now
})
