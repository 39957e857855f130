import { plan } from '@flota/contract/trips/plan.ts'
import { changedMessage } from '../../domain/trips/changedMessage.ts'
import { addNamesToAvisos, addNamesToAvisosOf } from '../../domain/trips/tripNames.ts'
import { undone } from '../../platform/db/undone.ts'
import { tripBlocked } from '../../platform/errors.ts'
import { type App, Reply, serveWrite } from '../../platform/http/serve.ts'
import { copyRutas, tryCopyRutas } from './copiar.ts'
import { planRutas } from './plan.ts'

export const createdMessage = (n: number) => (n === 1 ? 'Se creó 1 ruta.' : `Se crearon ${n} rutas.`)
const wouldCreateMessage = (n: number) => (n === 1 ? 'Se crearía 1 ruta.' : `Se crearían ${n} rutas.`)

export function planRoutes(app: App): void {
  serveWrite(app, plan.change, async (tx, { query, body, session }) => {
    const change = async () => addNamesToAvisosOf(tx, query, await planRutas(tx, body, session.user.id))
    const rutas = body.prueba ? await undone(tx, change) : await change()
    return new Reply(changedMessage(rutas, body.prueba), rutas)
  })
  serveWrite(app, plan.copy, async (tx, { query, body, session }) => {
    if (body.prueba) {
      const { n, rutas } = await undone(tx, () => tryCopyRutas(tx, body, session.user.id))
      return new Reply(wouldCreateMessage(n), { rutas: await addNamesToAvisosOf(tx, query, rutas) })
    }
    const { rutas, isBlocked, ...found } = await copyRutas(tx, body, session.user.id)
    const avisos = await addNamesToAvisos(tx, query, found.avisos)
    if (isBlocked) throw tripBlocked(avisos)
    return new Reply(createdMessage(rutas.length), { rutas }, avisos)
  })
}
