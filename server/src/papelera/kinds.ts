import { archivos } from '@flota/contract/archivos.ts'
import { catalogues, isCatalogue } from '@flota/contract/catalogues.ts'
import { documentos, documentoTipos } from '@flota/contract/documentos.ts'
import { catalogueCalls } from '@flota/contract/endpoints.ts'
import { mantenimientos } from '@flota/contract/mantenimientos.ts'
import type { PapeleraTipo } from '@flota/contract/papelera.ts'
import { restricciones } from '@flota/contract/restricciones.ts'
import { rutas } from '@flota/contract/rutas.ts'
import { tarifas } from '@flota/contract/tarifas.ts'
import { usuarios } from '@flota/contract/usuarios.ts'
import type { z } from 'zod'
import { nameOf } from '../db/byName.ts'
import { plazoOf } from '../papeles/plazo.ts'

interface Kind {
  /** How the bin calls a record: SQL over its table. */
  nombre: string
  /** A restored record leaves in the shape of its own GET, and with nothing else. */
  data: z.ZodType<Record<string, unknown>>
  /** What its GET tells beside its columns. */
  more?: (row: Record<string, unknown>, hoy: string) => Record<string, unknown>
}

const others: Record<Exclude<PapeleraTipo, keyof typeof catalogues>, Kind> = {
  rutas: { nombre: 'no_ruta', data: rutas.show.data },
  mantenimientos: {
    nombre: '(select placa from camiones where camiones.id = camion_id)',
    data: mantenimientos.show.data,
  },
  usuarios: { nombre: 'username', data: usuarios.show.data },
  archivos: { nombre: 'nombre', data: archivos.show.data },
  documento_tipos: {
    nombre: 'nombre',
    data: documentoTipos.show.data,
  },
  documentos: {
    nombre: "tipo || ' · ' || nombre",
    data: documentos.show.data,
    // The columns of documentos_leer.
    more: (row, hoy) => plazoOf(row as Parameters<typeof plazoOf>[0], hoy),
  },
  tarifas: { nombre: "origen || ' → ' || destino", data: tarifas.show.data },
  restricciones: { nombre: 'nombre', data: restricciones.show.data },
}

/** What the bin knows of a kind of record; of a catalogue its definition says it. */
export const kindOf = (tipo: PapeleraTipo): Kind =>
  isCatalogue(tipo)
    ? {
        nombre: nameOf(catalogues[tipo]),
        data: catalogueCalls[tipo].show.data,
      }
    : others[tipo]
