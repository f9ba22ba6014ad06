<?php

namespace SimpleSAML\Module\lab\Auth\Source;

/** A sign-in page that asks for a ticket, and has a form for those without one. */
class Ticket extends OwnPage
{
    protected string $page = 'ticket.php';
}
