import { sinRuta } from '@flota/contract/format.ts'
import { lastAddressOf } from '../../../api/cache/lastAddress.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { findClientes } from '../../../form/catalogos.ts'
import { plain } from '../../../form/plain.ts'
import { ask } from '../../../ui/ConfirmDialog.tsx'
import { useClose } from '../../../ui/leaving.ts'
import { tell } from '../../../ui/ResultPopup.tsx'
import { RutaLoaded } from '../RutaLoaded.tsx'
import { RutaForm } from './RutaForm.tsx'
import { changedRutaResolver } from './RutaFormResolver.ts'
import type { RutaForm as Form } from './useRutaDraft.ts'
import { sentOf, type Values, valuesOf } from './values.ts'

/** The form for a route that exists; it is read anew, so that its version is today's. */
export function EditRutaForm({ params: { id = '' } }: { params: Record<string, string> }) {
  const update = useSave('PUT /api/rutas/:id')
  const close = useClose()
  return (
    <RutaLoaded id={id} title="Editar Ruta">
      {(ruta, reload) => (
        <RutaForm
          title={`Editar Ruta ${sinRuta(ruta.no_ruta)}`}
          values={valuesOf(ruta)}
          version={ruta.version}
          resolver={changedRutaResolver}
          reload={reload}
          failed="Error al actualizar la ruta"
          save={async (values, version, form) =>
            (await mayCreateCliente(values, form))
              ? update({ params: { id }, body: { ...sentOf(values), version } })
              : null
          }
          andThen={async (message) => {
            await close(lastAddressOf('/rutas'))
            await tell('edit', message)
          }}
        />
      )}
    </RutaLoaded>
  )
}

/** A client's name that nobody has yet makes a new client: the user is asked first. */
async function mayCreateCliente({ cliente }: Values, form: Form): Promise<boolean> {
  if (cliente.id !== null) return true
  const name = cliente.text.trim()
  const isKnown = (await findClientes(name)).some(({ text }) => plain(text) === plain(name))
  if (isKnown || (await ask(`¿Crear el cliente «${name}»?`, undefined, 'primary'))) return true
  form.setError('cliente', { type: 'server', message: 'Elige un cliente de la lista.' })
  return false
}
