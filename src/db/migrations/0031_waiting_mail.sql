-- of 100,000 waiting mails the next one is found without looking at all of them
CREATE INDEX outbox_waiting ON outbox (kind, id) WHERE state = 'queued';
CREATE INDEX outbox_waiting_since ON outbox (queued_at) WHERE state = 'queued';
CREATE INDEX outbox_waiting_month ON outbox (period) WHERE state = 'queued' AND kind = 'monthly';
