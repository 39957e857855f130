import { Link, useLocation, useSearch } from 'wouter'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { helpHref } from './helpChapters.ts'

/** Texts by key, by the title of their group. */
const shortcutGroups = {
  'En toda la oficina': {
    'Ctrl + K': 'Buscar rutas, personas, camiones y páginas',
    '?': 'Ver estos atajos',
  },
  'En una lista': {
    '/': 'Ir a la búsqueda de la lista',
    '↓ ↑': 'Ir de fila en fila; ↓ también desde la búsqueda',
    Enter: 'Abrir la fila en la que estás',
    N: 'Ingresar un registro nuevo',
    E: 'Editar la fila en la que estás',
    D: 'En las rutas: duplicar la fila en la que estás',
    R: 'En las rutas: ingresar su viaje de regreso',
    Espacio: 'En las rutas: elegir la fila en la que estás',
    'Mayús + ↓ ↑': 'En las rutas: elegirla y la que sigue',
    C: 'En las rutas: cambiar el estado de las elegidas',
  },
  'En el dinero de los pilotos': {
    G: 'Ingresar un gasto; N, un anticipo',
    A: 'Aprobar el movimiento en el que estás; al liquidar, pasar al siguiente por revisar',
    R: 'Rechazarlo, con su motivo',
    Espacio: 'Al liquidar: marcarlo o quitarlo',
    L: 'Liquidar lo marcado',
  },
  'En los cobros de un cliente': {
    Espacio: 'Marcar o quitar la factura o el viaje en el que estás',
    'Mayús + ↓ ↑': 'Marcarlo y el que sigue',
    C: 'Cobrar las facturas marcadas',
    F: 'Ir al primer viaje por facturar',
    T: 'Marcar todos los viajes y pasar a la autorización',
    A: 'Pasar a la autorización',
  },
  'En un formulario': {
    Enter: 'Guardar',
    F2: 'En una ruta nueva: tomar el último viaje del cliente',
    Esc: 'Cerrar',
  },
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [path] = useLocation()
  const help = helpHref(path, useSearch())
  return (
    <Modal fromTop title="Atajos de teclado" onClose={onClose} className="max-w-2xl!">
      {Object.entries(shortcutGroups).map(([title, keys]) => (
        <section key={title} className="mt-4">
          <h3 className="mb-1 font-semibold">{title}</h3>
          <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1.5">
            {Object.entries(keys).map(([key, what]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded-[6px] border border-line bg-sunken px-2 py-0.5 office-type text-sm whitespace-nowrap font-semibold">
                    {key}
                  </kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="mt-4 text-sm text-muted">
        Las teclas de una sola letra o signo sirven con el foco en la página y mientras no escribes en un
        campo.
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        <Link href={help} onClick={onClose} className={buttonClass()}>
          Ayuda de esta pantalla
        </Link>
        <Button onClick={onClose}>Cerrar</Button>
      </div>
    </Modal>
  )
}
