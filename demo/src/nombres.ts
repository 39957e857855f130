import type { Random } from './random.ts'

// Invented people: first names and surnames as they are common in Guatemala, in any combination.

const hombres =
  'José,Luis,Carlos,Juan,Pedro,Mario,Julio,Edgar,Byron,Wilmer,Selvin,Marvin,Erick,Óscar,Sergio,Rolando,Domingo,Santos,Gaspar,Diego,Ángel,Rubén,Hugo,Estuardo,Nery'
const mujeres =
  'María,Ana,Rosa,Marta,Lucía,Silvia,Brenda,Ingrid,Karla,Sandra,Evelyn,Glenda,Juana,Catarina,Dominga,Aura,Mónica,Verónica,Yesenia,Nohemí,Elsa,Irma,Flor,Claudia,Telma'
const segundos = ' , , ,Antonio,Alberto,Fernando,Enrique,Roberto,Alejandro,Manuel'
const apellidos =
  'López,García,Morales,Hernández,Pérez,Ramírez,Cifuentes,de León,Barrios,Orellana,Monzón,Méndez,Castillo,Estrada,Juárez,Reyes,Muñoz,Zúñiga,Paz,Cordón,Marroquín,Xicará,Ixcoy,Batz,Ajanel,Tzul,Tzoc,Chávez,Coj,Sacalxot,Ajú,Choc,Caal,Pop,Xol,Tzunún,Cumes,Raxón,Chacach,Mucú,Ixchop,Quiej,Toj,Saquic,Macario,Tum,Us,Aguilar,Velásquez,Escobar,Recinos,Lemus,Sandoval,Girón,Pineda'

const lists = {
  hombres: hombres.split(','),
  mujeres: mujeres.split(','),
  segundos: segundos.split(','),
  apellidos: apellidos.split(','),
}

export interface Nombre {
  nombre: string
  apellido: string
}

/** One of a million people. */
export function aPerson(random: Random, women: number): Nombre {
  const woman = random.happens(women)
  const second = woman ? '' : random.of(lists.segundos)
  const nombre = `${random.of(woman ? lists.mujeres : lists.hombres)} ${second}`.trim()
  return { nombre, apellido: `${random.of(lists.apellidos)} ${random.of(lists.apellidos)}` }
}

/** Draws until it gives a name that nobody has yet. */
export function nobodyElse(taken: Set<string>, draw: () => Nombre): Nombre {
  for (;;) {
    const person = draw()
    const key = `${person.nombre} ${person.apellido}`
    if (taken.has(key)) continue
    taken.add(key)
    return person
  }
}

/** Mobile numbers that begin as nobody's do; `prefix` 22 and 77 are landlines of the capital and the rest. */
export const aTelefono = (random: Random, prefix = random.of(['5555', '4555', '3555'])) =>
  `${prefix}-${String(random.between(1000, 9999))}`
