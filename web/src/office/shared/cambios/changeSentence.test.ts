import type { Anotacion } from '@flota/contract/reports/bitacora.ts'
import { expect, test } from 'vitest'
import { changeSentence } from './changeSentence.ts'

const row = (part: Partial<Anotacion>): Anotacion => ({
  id: 1,
  momento: '2026-11-22T15:00:00.000Z',
  usuario_id: 1,
  usuario: 'ana',
  direccion: '127.0.0.1',
  peticion: 'a',
  tipo: 'rutas',
  registro_id: 9,
  nombre: 'RUTA-9001',
  accion: 'editar',
  cambios: {},
  motivo: null,
  ...part,
})

/** Joins the parts as ChangeText does. */
function sentence(of: Partial<Anotacion>, own = false) {
  const { actor, phrase, record, only } = changeSentence(row(of), own)
  const words = [actor, phrase, record].filter(Boolean).join(' ')
  return only ? `${words}: ${only.antes} → ${only.despues}` : words
}

const price = { precio: [1250, 1150] } satisfies Anotacion['cambios']

test.each<[Partial<Anotacion>, string]>([
  [{ cambios: price }, 'ana cambió Precio de RUTA-9001: Q1,250.00 → Q1,150.00'],
  [{ cambios: { ...price, hora: ['06:00:00', '07:30:00'] } }, 'ana cambió 2 datos de RUTA-9001'],
  [{ cambios: { camion_id: [3, 5], camion: ['C-1', 'C-2'] } }, 'ana cambió Camión de RUTA-9001: C-1 → C-2'],
  [
    { cambios: { ayudante_id: [null, 5], ayudante: [null, 'Luis Sic'] } },
    'ana cambió Ayudante de RUTA-9001: vacío → Luis Sic',
  ],
  [
    { accion: 'estado', cambios: { estado: ['Pendiente', 'En curso'] } },
    'ana cambió Estado de RUTA-9001: Pendiente → En curso',
  ],
  [{ accion: 'estado', motivo: 'Llovió.' }, 'ana comentó la ruta RUTA-9001'],
  [{ accion: 'crear' }, 'ana creó la ruta RUTA-9001'],
  [{ accion: 'eliminar', tipo: 'camiones', nombre: 'C-1' }, 'ana eliminó el camión C-1'],
  [{ accion: 'restaurar', tipo: 'choferes', nombre: 'José Paz' }, 'ana restauró el piloto José Paz'],
  [
    { tipo: 'choferes', nombre: 'José Paz', cambios: { vencimiento: ['2026-01-31', '2030-01-31'] } },
    'ana cambió Fecha de Vencimiento de Licencia de José Paz: 31/01/2026 → 31/01/2030',
  ],
  [
    { tipo: 'mantenimientos', nombre: 'C-1', cambios: { costo: [null, 900.5] } },
    'ana cambió Costo del mantenimiento de C-1: vacío → Q900.50',
  ],
  [
    {
      tipo: 'ajustes',
      registro_id: null,
      nombre: null,
      cambios: { 'modos.RESTRICCION': ['avisar', 'bloquear'] },
    },
    'ana cambió El viaje toca una restricción de los ajustes: Avisar → No dejar guardar',
  ],
  [{ accion: 'clave', tipo: 'usuarios', nombre: 'luis' }, 'ana cambió la contraseña de luis'],
  [{ accion: 'entrar', tipo: 'sesiones', registro_id: null, nombre: null }, 'ana entró'],
  [{ accion: 'rechazado', tipo: 'sesiones', usuario: null, nombre: null }, 'Alguien no pudo entrar'],
  [{ accion: 'exportar', tipo: 'reportes', nombre: null }, 'ana exportó un reporte'],
  [{ accion: 'exportar', registro_id: null, nombre: null }, 'ana exportó hojas de ruta'],
  [
    { accion: 'exportar', tipo: 'camiones', registro_id: null, nombre: 'camiones_2026-11-20.xlsx' },
    'ana exportó la lista camiones_2026-11-20.xlsx',
  ],
])('changeSentence: %j reads %s', (of, expected) => {
  expect(sentence(of)).toBe(expected)
})

test.each<[Partial<Anotacion>, string]>([
  [{ cambios: price }, 'ana cambió Precio: Q1,250.00 → Q1,150.00'],
  [{ accion: 'crear', tipo: 'mantenimientos', nombre: 'C-1' }, 'ana creó el mantenimiento'],
])('changeSentence: %j reads %s on its own record', (of, expected) => {
  expect(sentence(of, true)).toBe(expected)
})
