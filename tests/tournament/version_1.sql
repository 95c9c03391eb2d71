BEGIN TRANSACTION;
CREATE TABLE "match" (
	run_id VARCHAR NOT NULL, 
	"match" VARCHAR NOT NULL, 
	attempt INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	"group" VARCHAR NOT NULL, 
	board INTEGER NOT NULL, 
	sitting INTEGER NOT NULL, 
	a VARCHAR NOT NULL, 
	b VARCHAR NOT NULL, 
	seats VARCHAR NOT NULL, 
	reason VARCHAR NOT NULL, 
	score INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	finished_at DATETIME NOT NULL, 
	culprit_team VARCHAR, 
	culprit_bot VARCHAR, 
	fault VARCHAR NOT NULL, 
	transcript VARCHAR NOT NULL, 
	transcript_sha256 VARCHAR NOT NULL, 
	times VARCHAR NOT NULL, 
	payload_hash VARCHAR NOT NULL, 
	CONSTRAINT pk_match PRIMARY KEY (run_id, "match", attempt), 
	CONSTRAINT fk_match_run_id_run FOREIGN KEY(run_id) REFERENCES run (id)
);
INSERT INTO "match" VALUES('run','r1.a-vs-mixed.b000.s0',0,1,'r1/a/mixed',0,0,'a','mixed','["a/0/0", "mixed/0/0", "a/1/0", "mixed/1/0"]','finished',3,60,1,'2026-01-02 03:04:05.000000',NULL,NULL,'','','','[]','d26ee772bc3e72d826446397f3467413b88820e0d745b218b77369216ff7f94d');
INSERT INTO "match" VALUES('run','r1.a-vs-mixed.b000.s1',0,1,'r1/a/mixed',0,1,'a','mixed','["a/0/0", "mixed/0/0", "a/1/0", "mixed/1/0"]','void',0,0,1,'2026-01-02 03:04:05.000000',NULL,NULL,'','','','[]','64bf9375051062095719ee7884d4b49d464d40188e32909c09af48d7fef955d2');
INSERT INTO "match" VALUES('run','r1.a-vs-mixed.b000.s1',1,1,'r1/a/mixed',0,1,'a','mixed','["a/0/0", "mixed/0/0", "a/1/0", "mixed/1/0"]','crash',-5,-100,1,'2026-01-02 03:04:05.000000','a','a-bot','','','','[]','7648bf753d41f9afaaab6249f8bc6527f5d1d9e0d1028b8fdffd7e8d132dea7b');
CREATE TABLE rating (
	run_id VARCHAR NOT NULL, 
	team VARCHAR NOT NULL, 
	rating FLOAT, 
	error FLOAT, 
	boards INTEGER NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (run_id, team), 
	CONSTRAINT fk_rating_run_id_run FOREIGN KEY(run_id) REFERENCES run (id)
);
INSERT INTO "rating" VALUES('run','a',-10.0,5.0,1);
INSERT INTO "rating" VALUES('run','mixed',10.0,5.0,1);
CREATE TABLE run (
	id VARCHAR NOT NULL, 
	event VARCHAR NOT NULL, 
	config VARCHAR NOT NULL, 
	config_hash VARCHAR NOT NULL, 
	commitment VARCHAR NOT NULL, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	CONSTRAINT pk_run PRIMARY KEY (id)
);
INSERT INTO "run" VALUES('run','Cup','{"adjudication": {"crash": "forfeit", "disconnect": "forfeit", "illegal_move": "retry", "illegal_retries": 2, "max_strikes": 3, "no_show": "forfeit", "timeout": "default"}, "bot": [{"cmd": ["python"], "connect_within_ms": 120000, "dir": null, "env": {}, "name": "x", "options": {}, "python": null, "remote": false, "restart": "never", "tables": 1}, {"cmd": ["python"], "connect_within_ms": 120000, "dir": null, "env": {}, "name": "y", "options": {}, "python": null, "remote": false, "restart": "never", "tables": 1}], "each": {"env": {}, "restart": "never", "tables": 1}, "event": {"name": "Cup", "notes": "", "site": ""}, "game": {"decks": null, "mode": "board", "name": "tractor", "rules": {}}, "rating": {"anchor": null, "anchor_rating": 0.0, "bootstrap": 1000, "interval": 0.95, "prior_draws": 1.0}, "recover": {"halt_after_voids": 2, "retire_after": 5, "void_retries": 2}, "referee": {"address": null, "admin": null, "admin_token_file": null}, "storage": {"url": null}, "team": [{"bots": null, "cmd": ["python"], "dir": null, "env": {}, "name": "a", "options": {}, "python": null, "restart": "never", "tables": 1, "trusted": false}, {"bots": ["x", "y"], "cmd": null, "dir": null, "env": {}, "name": "mixed", "options": {}, "python": null, "restart": "never", "tables": 1, "trusted": false}], "time_control": {"bank_ms": 60000, "increment_ms": 0, "margin_ms": 50, "move_ms": 5000, "reconnect_ms": 30000, "startup_ms": 10000}, "tournament": {"boards": 1, "boards_policy": "encounter", "format": "round-robin", "rounds": 1, "seating": "rotate2", "srand": null}}','848b108a48d05d94d82bd928fbde0d0678c79829a5d43709db85fc0ee2f62402','beef','2026-01-02 03:04:05.000000',NULL);
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	CONSTRAINT pk_schema_version PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(1);
CREATE UNIQUE INDEX ix_match_one_result ON "match" (run_id, "match") WHERE reason <> 'void';
COMMIT;
