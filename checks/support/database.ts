import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';

/** Brings up a database in a folder for a fault run, prints its address, and ends it when its input closes. */
const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('usage: database.ts FOLDER');
const database = await startEmbeddedPostgres({ root });
console.log(database.url);
process.stdin.resume();
process.stdin.on('end', () => {
  void database.stop().then(() => process.exit(0));
});
